import { clipboard, dialog } from 'electron'
import { messageOf } from '#values/errors/errors.ts'
import { installLauncher, type Launcher } from './command-line.ts'

/** Puts `coldpress` on the PATH, and says what came of it in a box of the system. */
export const offerCommandLine = async (launcher: Launcher): Promise<void> => {
  const { isOnPath, message, command } = attempt(launcher)
  if (command !== undefined) await clipboard.writeText(command)
  await dialog.showMessageBox({
    type: isOnPath ? 'info' : 'warning',
    message: isOnPath ? 'The command line is installed' : 'The command line is not on the PATH yet',
    detail: message,
  })
}

const attempt = (launcher: Launcher): ReturnType<typeof installLauncher> => {
  try {
    return installLauncher(launcher)
  } catch (error) {
    return {
      isOnPath: false,
      message: `${launcher.path} could not be written. ${messageOf(error)}`,
    }
  }
}
