import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openServices } from '../main/services/open-services.ts'
import { temporaryFolder } from '../support/folder-test.ts'

it('a folder that the system may run as a program is selected in its folder, and never opened', async () => {
  const { call, state, app } = await openServices({ hasVault: false })
  const folder = temporaryFolder()
  const bundles = ['Moths.app', 'Moths.prefPane', 'Moths.{21EC2020-3AEA-1069-A2DD-08002B30309D}']
  for (const name of bundles) await mkdir(join(folder, name))
  await mkdir(join(folder, 'unnamed', 'Contents'), { recursive: true })
  await symlink(join(folder, 'Moths.app'), join(folder, 'linked'), 'dir')
  await mkdir(join(folder, 'images'))
  app.recentFolders.add(folder)
  const asked = [...bundles, 'Moths.app/', 'Moths.app/.', 'unnamed', 'linked', 'images'].map(
    (name) => `${folder}/${name}`,
  )
  for (const path of asked) await call('app.showInFolder', { path, how: 'open' })
  expect(state.shown).toEqual(
    asked.map((path) => `${path.endsWith('images') ? 'open' : 'reveal'} ${path}`),
  )
})
