// Signals
