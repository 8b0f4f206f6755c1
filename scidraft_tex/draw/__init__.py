"""Draw: diagrams and images become files that TeX includes, before TeX runs."""
