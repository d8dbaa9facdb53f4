"""The gateway: Sextant's HTTP door. OpenAI-compatible chat, the native API, events as they happen, documents."""
