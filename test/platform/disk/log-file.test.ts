import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { openLogFile } from '#platform/disk/log-file.ts'
import { folderTest as it } from '../../support/folder-test.ts'

const linesOf = (path: string): readonly string[] =>
  readFileSync(path, 'utf8').split('\n').slice(0, -1)

describe('A log file', () => {
  it('is for its owner alone and keeps the lines of earlier starts', ({ folder }) => {
    const path = join(folder, 'logs', 'one.log')
    for (const line of ['first\n', 'second\n']) {
      const log = openLogFile(path)
      log.write(line)
      log.close()
    }
    expect(linesOf(path)).toEqual(['first', 'second'])
    // Windows has no such bits.
    const others = process.platform === 'win32' ? 0 : statSync(path).mode & 0o077
    expect(others).toBe(0)
  })

  it('whose folder was replaced by a file is written again when the folder is back', ({
    folder,
  }) => {
    const inside = join(folder, 'logs')
    const path = join(inside, 'one.log')
    const log = openLogFile(path)
    log.write('before\n')
    renameSync(inside, `${inside}-away`)
    symlinkSync(join(folder, 'nowhere'), inside)
    log.write('lost\n')
    expect(log.lost()).toMatchObject({ lines: 1 })
    rmSync(inside)
    mkdirSync(inside)
    log.write('after\n')
    log.close()
    expect(linesOf(path).slice(1)).toEqual(['after'])
  })

  it('goes on in a new file while it runs when it has become too long', ({ folder }) => {
    const path = join(folder, 'one.log')
    const log = openLogFile(path, 50)
    for (let line = 1; line <= 20; line += 1) log.write(`line number ${line}\n`)
    log.close()
    expect(statSync(path).size).toBeLessThanOrEqual(50 + 20)
    const kept = [...linesOf(`${path}.1`), ...linesOf(path)]
    expect(kept.at(-1)).toBe('line number 20')
    expect(kept.length).toBeGreaterThanOrEqual(4)
  })

  it('that another process has moved away is followed to its new place', ({ folder }) => {
    const path = join(folder, 'one.log')
    const [here, there] = [openLogFile(path, 20), openLogFile(path, 20)]
    here.write('a line of the one here\n')
    there.write('of the other\n')
    here.write('next\n')
    expect(linesOf(`${path}.1`)).toEqual(['a line of the one here'])
    expect(linesOf(path)).toEqual(['of the other', 'next'])
    here.close()
    there.close()
  })

  it('that was deleted is made again', ({ folder }) => {
    const path = join(folder, 'one.log')
    const log = openLogFile(path)
    log.write('before\n')
    rmSync(path)
    log.write('after\n')
    log.close()
    expect(linesOf(path)).toEqual(['after'])
  })
})

describe.runIf(existsSync('/dev/full'))('A log file on a full disk', () => {
  it('is written again after a full disk, and says how many lines were lost', ({ folder }) => {
    const path = join(folder, 'one.log')
    symlinkSync('/dev/full', path)
    const log = openLogFile(path)
    log.write('lost\n')
    log.write('lost too\n')
    expect(log.lost()).toMatchObject({ lines: 2, reason: 'ENOSPC' })
    rmSync(path)
    log.write('kept\n')
    expect(log.lost()).toBeUndefined()
    log.write('and this\n')
    log.close()
    const [said, ...rest] = linesOf(path)
    expect(JSON.parse(said ?? '')).toMatchObject({ msg: 'log', lost: 2, reason: 'ENOSPC' })
    expect(rest).toEqual(['kept', 'and this'])
  })
})
