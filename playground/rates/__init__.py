"""How often one client may ask: counted so that all workers and servers count together, and nobody gets one too many.

The generic cell rate algorithm (ITU-T I.371): each request moves a client's time ahead by its cost, and one that would
move it further than the limit's whole span is refused. What was used up comes back evenly, not at the full minute.
"""
