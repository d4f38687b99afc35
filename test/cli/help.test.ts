import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { coldpress } from '#cli/coldpress.ts'

type Leaf = { readonly path: string; readonly command: Command }

const leaves = (command: Command, path: readonly string[] = []): readonly Leaf[] =>
  command.commands.length === 0
    ? [{ path: path.join(' '), command }]
    : command.commands.flatMap((child) => leaves(child, [...path, child.name()]))

const helpOf = (command: Command): string => {
  let text = ''
  command.configureOutput({ writeOut: (piece) => (text += piece) }).outputHelp()
  return text
}

/** Every command; a new one is added here. */
const promised = [
  'home export',
  'home import',
  'home reactivate',
  'home set-aside',
  'studio serve',
  'studio confirm',
  'studio trust',
  'studio backup',
  'studio ids',
  'studio new-chain',
  'account list',
  'account add',
  'account remove',
  'account test',
  'gateway list',
  'gateway set',
  'gateway add',
  'gateway order',
  'gateway budget',
  'gateway remove',
  'gateway test',
  'collection propose',
  'collection create',
  'collection export',
  'collection rarity',
  'collection publish',
  'collection unpublish',
  'collection list',
  'collection show',
  'collection update',
  'collection delete',
  'collection verify',
  'token list',
  'token show',
  'token add',
  'token update',
  'token edit',
  'token hold',
  'token release',
  'token card',
  'token delete',
  'bin list',
  'bin restore',
  'bin empty',
  'chain tip',
  'chain token',
  'chain address',
  'chain tx',
  'import run',
  'import status',
  'import resume',
  'import cancel',
  'import mapping',
  'policy generate',
  'policy list',
  'policy show',
  'policy export',
  'policy import',
  'policy inspect',
  'policy backup',
  'policy restore',
  'policy drill',
  'policy remove-key',
  'policy calendar',
  'key derive',
  'key inspect',
  'key confirm',
  'key phrase create',
  'key phrase restore',
  'key phrase show-used',
  'key wallet create',
  'key wallet import',
  'key wallet confirm',
  'key wallet list',
  'key wallet backup',
  'key wallet drill',
  'key wallet restore',
  'mint build',
  'mint rehearse',
  'mint burn',
  'mint status',
  'mint witness',
  'mint release',
  'mint rebuild',
  'mint cancel',
  'mint royalty',
  'mint fund',
  'mint withdraw',
  'sale create',
  'sale price',
  'sale list',
  'sale analytics',
  'sale share',
  'sale show',
  'sale cancel',
  'sale resolve',
  'sale unknown',
  'sale refund-unknown',
  'sale pay',
  'sale rehearse',
  'sale round build',
  'sale round status',
  'sale round witness',
  'sale round withdraw',
  'tx inspect',
  'tx sign',
  'tx witness',
  'tx assemble',
  'tx parents',
  'tx submit',
  'tx qr',
  'tx scan',
  'address list',
  'address add',
  'address remove',
  'asset fingerprint',
  'pin list',
  'pin repair',
  'pin use',
  'pin gateway',
  'pin add',
  'pin verify',
  'pin export-car',
  'pin find',
  'pin folder',
  'pin routing',
  'pin adopt',
  'events list',
  'events listen',
  'events import',
  'events catch-up',
  'webhook add',
  'webhook list',
  'webhook remove',
  'webhook test',
  'webhook deliveries',
  'webhook delivery',
  'webhook resend',
  'webhook enable',
  'webhook disable',
  'webhook update',
  'update check',
  'update download',
  'doctor',
  'demo',
]

const whole = await coldpress([])

describe('the help of the command line', () => {
  const all = leaves(whole)

  it('has the promised commands and no other', () => {
    expect(all.map(({ path }) => path).toSorted()).toEqual(promised.toSorted())
  })

  it.each(all)(
    'shows an example of itself and the options of every command: $path',
    ({ path, command }) => {
      const help = helpOf(command)
      expect(help).toContain(`\nExample:\n  coldpress ${path.replace(/ run$/u, '')}`)
      for (const option of ['--home', '--account', '--passphrase-file', '--json', '--quiet']) {
        expect(help).toContain(option)
      }
    },
  )

  const groups = whole.commands.filter(({ commands }) => commands.length > 0)
  it.each(groups.map((one) => [one.name(), one] as const))(
    'shows an example of every command of a group: %s',
    (_name, one) => {
      const own = one.commands.filter(({ commands }) => commands.length === 0)
      for (const child of own)
        expect(helpOf(one)).toContain(
          helpOf(child).split('\nExample:\n')[1]?.trimEnd() ?? 'an example',
        )
    },
  )

  it('starts every usage and example as the command is typed', () => {
    expect(helpOf(whole)).toContain('Usage: coldpress [options]')
    expect(helpOf(whole)).toContain('\nExamples:\n  coldpress demo\n')
  })

  it('lists the exit codes', () => {
    expect(helpOf(whole)).toContain('4  stopped half way')
    expect(helpOf(whole)).toContain('7  declined')
  })

  it.each([...new Set(all.map(({ path }) => path.split(' ')[0] ?? ''))])(
    'is no other where only what is named is loaded: %s',
    async (name) => {
      const belongs = ({ path }: Leaf) => path.split(' ')[0] === name
      const shown = (from: readonly Leaf[]) =>
        from.filter(belongs).map(({ path, command }) => ({ path, help: helpOf(command) }))
      const alone = leaves(await coldpress([name, 'anything']))
      expect(alone.every(belongs)).toBe(true)
      expect(shown(alone)).toEqual(shown(all))
    },
  )
})
