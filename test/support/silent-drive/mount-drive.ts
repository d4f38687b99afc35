import { spawn, spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'

export type Drive = {
  readonly pid: number
  /** It answers nothing any more, and no call to it returns. */
  readonly stop: () => void
  readonly goOn: () => void
  readonly end: () => void
}

/**
 * Mounts a drive of user space that shows a folder's files at `place`, for a process with mounts of
 * its own (`ownMounts`).
 * @throws Error where the system refuses it
 */
export const mountDrive = (folder: string, place: string): Drive => {
  const device = openSync('/dev/fuse', 'r+')
  const server = spawn(process.execPath, [join(import.meta.dirname, 'drive.process.ts'), folder], {
    stdio: ['ignore', 'ignore', 'ignore', device],
  })
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0,ro'
  const { status, stderr } = spawnSync(
    'mount',
    ['-i', '-t', 'fuse', '-o', options, 'drive', place],
    { stdio: ['ignore', 'ignore', 'pipe', device], encoding: 'utf8' },
  )
  if (status !== 0) {
    server.kill('SIGKILL')
    throw new Error(`a drive cannot be mounted: ${stderr}`)
  }
  const signal = (name: NodeJS.Signals) => () => void server.kill(name)
  return {
    pid: server.pid ?? 0,
    stop: signal('SIGSTOP'),
    goOn: signal('SIGCONT'),
    end: signal('SIGKILL'),
  }
}
