"""Tables in Home Assistant: MQTT discovery and values, from views that passed the secrecy gate."""
