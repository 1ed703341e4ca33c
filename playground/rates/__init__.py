"""Rate limits per client, exact across all workers and servers.

The generic cell rate algorithm (ITU-T I.371): each request moves a client's time ahead by its cost; a request that
would move it ahead by more than the limit's period is refused. So the allowance comes back evenly, not all at once.
"""
