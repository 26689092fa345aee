import GaitCLI

await Gait.start()
