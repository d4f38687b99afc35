import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import {
  electronBinary,
  electronPackage,
  install,
  isReachable,
} from '../../../tools/start/electron-binary.ts'
import { folderTest as it } from '../../support/folder-test.ts'

const put = (folder: string, version: string): string => {
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist', 'version'), `v${version}\n`)
  writeFileSync(join(folder, 'dist', 'electron'), '')
  return join(folder, 'dist', 'electron')
}

describe('electronBinary', () => {
  const find = (folder: string, env: Readonly<Record<string, string>> = {}) =>
    electronBinary({ folder, version: '45.4.1' }, env, 'linux')

  it('finds a whole download of the right version', ({ folder }) => {
    const program = put(folder, '45.4.1')
    expect(find(folder)).toBe(program)
  })

  it('finds nothing where there is nothing, another version, or half a download', ({ folder }) => {
    expect(find(folder)).toBeUndefined()
    const program = put(folder, '44.0.0')
    expect(find(folder)).toBeUndefined()
    writeFileSync(join(folder, 'dist', 'version'), '45.4.1')
    rmSync(program)
    expect(find(folder)).toBeUndefined()
  })

  it('takes a folder that is named, whatever its version, but not an empty one', ({ folder }) => {
    put(folder, '1.0.0')
    expect(find(folder, { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'dist') })).toBeDefined()
    expect(find(folder, { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'nowhere') })).toBeUndefined()
  })

  it('knows the installed package without loading it', () => {
    expect(electronPackage().version).toMatch(/^\d+\.\d+\.\d+$/u)
  })
})

describe('isReachable', () => {
  const withServer = async (
    status: number | 'stall',
    ask: (env: Record<string, string>) => Promise<void>,
  ): Promise<void> => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      if (status !== 'stall') response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = z.object({ port: z.int() }).parse(server.address())
    try {
      await ask({ ELECTRON_MIRROR: `http://127.0.0.1:${port}/` })
      expect(asked).toEqual(['HEAD /v45.4.1/SHASUMS256.txt'])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  it('asks the server, and takes a redirect for a yes', async () => {
    await withServer(302, async (env) => {
      expect(await isReachable('45.4.1', env)).toBe(true)
    })
    await withServer(404, async (env) => {
      expect(await isReachable('45.4.1', env)).toBe(false)
    })
  })

  it('waits no longer than it may for a server that says nothing', async () => {
    await withServer('stall', async (env) => {
      expect(await isReachable('45.4.1', env, 200)).toBe(false)
    })
  })

  it('answers no when nobody listens', async () => {
    expect(await isReachable('45.4.1', { ELECTRON_MIRROR: 'http://127.0.0.1:1/' })).toBe(false)
  })
})

describe('install', () => {
  it('runs the installer of the package, and gives up one that hangs', async ({ folder }) => {
    writeFileSync(join(folder, 'install.js'), 'process.exit(0)')
    expect(await install({ folder, version: '45.4.1' })).toBe(true)
    writeFileSync(join(folder, 'install.js'), 'process.exit(1)')
    expect(await install({ folder, version: '45.4.1' })).toBe(false)
    writeFileSync(join(folder, 'install.js'), 'setInterval(() => {}, 1000)')
    expect(await install({ folder, version: '45.4.1' }, 300)).toBe(false)
  })
})
