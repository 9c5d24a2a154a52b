"""What all tests share: Hypothesis without deadlines, and no hub."""

import os

# Before anything imports huggingface_hub, which reads it once: no test may wait for the network.
os.environ["HF_HUB_OFFLINE"] = "1"

from hypothesis import settings

# A deadline measures the machine, not the promise; warnings stay errors.
settings.register_profile("examfiles", deadline=None)
settings.load_profile("examfiles")
