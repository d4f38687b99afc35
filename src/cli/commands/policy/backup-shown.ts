import type { BackupState } from '#contract/backups/backup.ts'

export const backupJson = (backup: BackupState) => ({
  backup: backup.state,
  backup_made_at: backup.state === 'none' ? null : backup.madeAt,
  backup_tested_at: backup.state === 'tested' ? backup.testedAt : null,
  backup_fingerprint: backup.state === 'none' ? null : backup.fingerprint,
})

export const backupText = (backup: BackupState): string => {
  switch (backup.state) {
    case 'none':
      return 'none'
    case 'made':
      return `made ${backup.madeAt}, not proven`
    case 'tested':
      return `tested ${backup.testedAt}`
    default:
      return backup satisfies never
  }
}
