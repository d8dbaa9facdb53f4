"""Other people's servers, run as processes of this machine: how each is found, prepared, started and asked."""
