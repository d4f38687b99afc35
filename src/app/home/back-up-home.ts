import {
  copyHome,
  type HomeCopy,
  type HomeCopyOptions,
  type HomeSource,
  requireCopyable,
  requireNoFile,
} from './copy-home.ts'

export type HomeBackupOptions = HomeCopyOptions & {
  /** Whether the file may take the place of an earlier backup, once it is whole. */
  readonly replaces: boolean
}

/**
 * Writes a data folder into one file while it stays in use, also by other processes. What happens
 * later is not in it: its import skips the payment addresses that were given to buyers since.
 * @throws ColdpressError `conflict` for a file that is there and is not replaced; `wrong_passphrase`,
 * `disk_full`
 */
export const backUpHome = async (
  from: HomeSource,
  options: HomeBackupOptions,
): Promise<HomeCopy> => {
  const { replaces, signal } = options
  const file = requireCopyable(from, options.file)
  if (!replaces) requireNoFile(file, 'backup_exists')
  try {
    return await copyHome(from, { ...options, file }, { isBackup: true, replaces })
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error
  }
}
