// SensorFiles
