// Arrays as they cross between NumPy and the kernels.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace tarjih {

namespace nb = nanobind;

template <typename T>
using In = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
// One row a comparison: hypothesis line, first reference line, end of reference lines.
using Pairs = nb::ndarray<const int64_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Vector = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <typename T>
using Matrix = nb::ndarray<nb::numpy, T, nb::ndim<2>>;

// Hands a vector over to NumPy without copying it. Needs the GIL.
template <typename T>
Vector<T> to_numpy(std::vector<T> &&values) {
    auto *kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void *p) noexcept { delete static_cast<std::vector<T> *>(p); });
    return Vector<T>(kept->data(), {kept->size()}, owner);
}

template <typename T>
Matrix<T> to_numpy(std::vector<T> &&values, size_t columns) {
    auto *kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void *p) noexcept { delete static_cast<std::vector<T> *>(p); });
    return Matrix<T>(kept->data(), {columns ? kept->size() / columns : 0, columns}, owner);
}

// A run of ids: one line of a batch.
struct Line {
    const int32_t *ids;
    size_t size;
};

inline Line line_at(const int32_t *ids, const int64_t *offsets, int64_t line) {
    return {ids + offsets[line], static_cast<size_t>(offsets[line + 1] - offsets[line])};
}

}  // namespace tarjih
