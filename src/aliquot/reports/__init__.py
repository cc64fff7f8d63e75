"""Reports that every interface shows: typed, pure, and with the sentences that describe them."""
