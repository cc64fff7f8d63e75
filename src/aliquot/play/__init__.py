"""What every door shares: what was agreed, one match with all that belongs to it, and the series.

Events come out of here and nothing is shown here; terminal, web and arena each show them in their own way.
"""
