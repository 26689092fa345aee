// GaitValidation
