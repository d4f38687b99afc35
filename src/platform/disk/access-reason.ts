import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy, isErrorBy } from '#values/errors/error-rules.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { systemCode } from './disk-error.ts'

const cloud =
  'a cloud drive has not brought it to this computer. Open its folder in the file manager and choose to keep it on this computer (iCloud: Download Now; OneDrive: Always keep on this device)'
const network =
  'its network drive does not answer. Connect the drive again, or copy the folder to this computer'
const fault =
  'its drive reports a fault. Plug the drive or card in again, try another cable, or copy the folder to another drive'
const gone = 'its drive is no longer connected. Connect it again'

/** What the system says of a drive, and not of one path: cause and next step (errno(3), uv_errno). */
const driveFaults: Readonly<Record<string, string>> = {
  EIO: fault,
  EREMOTEIO: fault,
  EBADMSG: fault,
  EUCLEAN: fault,
  ENXIO: gone,
  ENODEV: gone,
  ENOMEDIUM: gone,
  ESTALE: network,
  ENOTCONN: network,
  ECONNRESET: network,
  ETIMEDOUT: network,
  EHOSTDOWN: network,
  EHOSTUNREACH: network,
  ENETDOWN: network,
  ENETUNREACH: network,
  // macOS answers so for a file that is in iCloud alone, Windows for one of OneDrive.
  EDEADLK: cloud,
  UNKNOWN: cloud,
}

const others: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there. Put it back, or check its name',
  ENOTDIR: 'a part of its path is no folder. Check its path',
  EISDIR: 'it is a folder. Give a file',
  EACCES: 'this user may not read it. Change its permissions, or copy it into a folder of your own',
  EPERM:
    'the system does not allow it. Give Coldpress access to the folder in the system’s privacy settings, or copy it into another folder',
  EBUSY: 'another program holds it. Close that program',
  ETXTBSY: 'another program holds it. Close that program',
  ELOOP: 'it is a link that leads to itself, or a link where none may be. Give the file itself',
  ENAMETOOLONG: 'its name is too long for the system. Shorten it',
  EMFILE: 'too many files are open. Close other programs',
  ENFILE: 'too many files are open. Close other programs',
}

/** Why the system refused to open or read something, and the next step, without a full stop. */
export const accessReason = (error: unknown): string => {
  const code = systemCode(error) ?? ''
  const known = driveFaults[code] ?? others[code]
  if (known !== undefined) return known
  const said = error instanceof Error ? error.message : String(error)
  return code === ''
    ? said
    : `the system says ${code}. Check the drive that it is on, or copy it to another one`
}

export const isDriveFault = (error: unknown): error is ColdpressError =>
  isErrorBy(error, platformErrors, 'drive_fault')

/** A fault of the drive as a sentence; every other error stays what it is. */
export const driveError = (path: string, error: unknown): unknown =>
  Object.hasOwn(driveFaults, systemCode(error) ?? '')
    ? errorBy(
        platformErrors,
        'drive_fault',
        { path, system: systemCode(error) },
        `${path} cannot be read: ${accessReason(error)}.`,
        error,
      )
    : error
