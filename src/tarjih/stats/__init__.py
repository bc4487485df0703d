"""Statistics over rows and scores."""
