// GaitSimulation
