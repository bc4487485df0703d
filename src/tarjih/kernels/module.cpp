// The native kernels: each file binds its own, this one lists them.
#include <nanobind/nanobind.h>

namespace tarjih {
void bind_edits(nanobind::module_ &);
void bind_pack(nanobind::module_ &);
void bind_ter(nanobind::module_ &);
}  // namespace tarjih

NB_MODULE(_native, m) {
    tarjih::bind_edits(m);
    tarjih::bind_pack(m);
    tarjih::bind_ter(m);
}
