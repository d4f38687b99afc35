import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import packageJson from '#package' with { type: 'json' }
import { TestHome } from '../support/coldpress.ts'
import { type ReleaseServer, startReleaseServer } from '../support/release-server.ts'

const content = Buffer.from('the next version')
let server: ReleaseServer
let home: TestHome
beforeAll(async () => {
  server = await startReleaseServer()
  home = new TestHome()
})
afterAll(async () => {
  await server.close()
  home.remove()
})

it('says without an answer of the network that this build knows no page of releases', async () => {
  const { code, stderr } = await home.run(['update', 'check'])
  expect(code).toBe(1)
  expect(stderr).toContain('does not know where releases are published')
})

it('shows what is new, and names the version of its own that is the newest', async () => {
  server.publish('99.0.0', [{ name: 'coldpress-99.0.0.tgz', kind: 'npm', arch: 'any', content }], {
    notes: '- Signed updates.',
  })
  const shown = await home.run(['update', 'check'], server.env)
  expect(shown.stdout).toContain('- Signed updates.')
  expect(shown.stdout).toContain(`Coldpress 99.0.0 is there; this is ${packageJson.version}.`)
  expect(shown.stdout).toContain('Published on 2026-11-24.')
  server.publish(packageJson.version, [
    { name: 'coldpress.tgz', kind: 'npm', arch: 'any', content },
  ])
  const same = await home.run(['update', 'check', '--json'], server.env)
  expect(JSON.parse(same.stdout)).toMatchObject({ newest: null, installation: 'checkout' })
})

it('tells a checkout that git brings the update', async () => {
  server.publish('99.0.0', [{ name: 'coldpress-99.0.0.tgz', kind: 'npm', arch: 'any', content }])
  const { code, stderr } = await home.run(['update', 'download'], server.env)
  expect(code).toBe(3)
  expect(stderr).toContain('git pull')
})

it('asks no server when it was started offline', async () => {
  const before = server.asked.length
  const { code, stderr } = await home.run(['update', 'check', '--offline'], server.env)
  expect(code).toBe(6)
  expect(stderr).toContain('started offline')
  expect(server.asked).toHaveLength(before)
})

it('an older version refuses the data folder that a newer one has changed, and changes nothing in it', async () => {
  const used = new TestHome()
  onTestFinished(() => used.remove())
  await used.run(['address', 'list'])
  const database = new DatabaseSync(join(used.dir, 'app.db'))
  database.exec("UPDATE schema_versions SET version = version + 1 WHERE name = 'settings'")
  database.close()
  const { code, stderr } = await used.run(['address', 'list'])
  expect(code).toBe(1)
  expect(stderr).toContain('was written by a newer version of Coldpress. Update Coldpress')
  expect(readdirSync(used.dir).filter((name) => name.includes('before-update'))).toEqual([])
})
