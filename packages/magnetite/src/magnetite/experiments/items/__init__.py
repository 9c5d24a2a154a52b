"""A benchmark audited by the systems that took it."""
