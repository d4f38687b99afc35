import { expect, it } from 'vitest'
import { environmentFor } from '#main/processes/environment.ts'

const full = {
  HOME: '/home/ada',
  XDG_RUNTIME_DIR: '/run/user/1000',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
  TMPDIR: '/tmp',
  PATH: '/usr/bin',
  NODE_OPTIONS: '--inspect',
  LD_PRELOAD: '/evil.so',
  COLDPRESS_PASSPHRASE_FILE: '/home/ada/passphrase',
  AWS_SECRET_ACCESS_KEY: 'another program’s',
  USERPROFILE: undefined,
}

it('gives the keys process the way to the keychain, and nothing else', () => {
  expect(environmentFor('keys', full)).toEqual({
    HOME: '/home/ada',
    XDG_RUNTIME_DIR: '/run/user/1000',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    TMPDIR: '/tmp',
  })
})

it('tells every process that it is offline', () => {
  for (const name of ['keys', 'studio'] as const)
    expect(environmentFor(name, { ...full, COLDPRESS_OFFLINE: '1' })).toMatchObject({
      COLDPRESS_OFFLINE: '1',
    })
})

it('gives the studio process not even that', () => {
  expect(environmentFor('studio', full)).toEqual({ TMPDIR: '/tmp' })
})
