// GaitAnalysis
