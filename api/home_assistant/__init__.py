"""Tables in Home Assistant: told over MQTT as its discovery wants them, by what the gate let out."""
