import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { coldpress } from '#cli/coldpress.ts'
import { runProgram } from '#cli/program.ts'
import { displayWidth } from '#cli/terminal/display-width.ts'
import { renderText } from '#cli/terminal/layout.ts'
import type { Text } from '#cli/terminal/table.ts'
import { Terminal } from '#cli/terminal/terminal.ts'
import { TestHome } from '../support/coldpress.ts'
import { resourceJson, sample, sampleImages } from '../support/resources.ts'

const widths = [60, 80, 140] as const
const sampleCollection = resourceJson('sample-collection.json')
const payout = z.string().parse(sampleCollection['payout_address'])
const ulid = '01k00000000000000000000000'
const cid = 'QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9'

/** The text without what another program reads, and without cells that may lose their middle. */
const proseOf = (text: Text): Text => {
  if (typeof text === 'string') return text
  if (!('kind' in text)) return text.map(proseOf)
  if (text.kind === 'verbatim') return []
  if (text.kind === 'details') return text
  const isKept = (at: number) => text.columns[at]?.canBeCut !== true
  return {
    ...text,
    // a heading is left out with its empty cell
    columns: text.columns
      .filter((_, at) => isKept(at))
      .map((column) => ({ ...column, heading: '' })),
    rows: text.rows.map((row) => row.filter((_, at) => isKept(at))),
  }
}

const wordsOf = (shown: string): readonly string[] =>
  shown.split(/\s+/u).filter((word) => word !== '' && word !== '\\')

const missingFrom = (shown: string, wanted: readonly string[]): readonly string[] => {
  const there = new Set(wordsOf(shown))
  return wanted.filter((word) => !there.has(word))
}

/** Lines of more than one word that do not fit; a backslash joins the parts of a command. */
const tooLong = (shown: string, width: number): readonly string[] =>
  shown.split('\n').filter((line) => displayWidth(line) > width && wordsOf(line).length > 1)

const expectToFit = (text: Text, name: string): void => {
  const prose = proseOf(text)
  const words = wordsOf(renderText(prose))
  for (const width of widths) {
    const screen = { width, hasStyle: false }
    expect(missingFrom(renderText(prose, screen), words), `${name} at ${width}`).toEqual([])
    expect(
      tooLong(renderText(withoutVerbatim(text), screen), width),
      `${name} at ${width}`,
    ).toEqual([])
  }
}

const withoutVerbatim = (text: Text): Text => {
  if (typeof text === 'string') return text
  if (!('kind' in text)) return text.map(withoutVerbatim)
  return text.kind === 'verbatim' ? [] : text
}

const leavesOf = (command: Command, path: readonly string[] = []): readonly string[] =>
  command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((child) => leavesOf(child, [...path, child.name()]))

describe('what a terminal shows', () => {
  let home: TestHome
  const shown: Text[] = []
  let written = ''
  let errors = ''
  const run = new Map<string, readonly Text[]>()

  beforeAll(async () => {
    process.setMaxListeners(0)
    home = await TestHome.withVault()
    vi.stubEnv('COLDPRESS_HOME', home.dir)
    vi.stubEnv('COLDPRESS_PASSPHRASE_FILE', home.passphraseFile)
    const collect = (...text: readonly Text[]): void => void shown.push(...text)
    vi.spyOn(Terminal.prototype, 'print').mockImplementation(collect)
    vi.spyOn(Terminal.prototype, 'warn').mockImplementation(collect)
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written += String(text)
      return true
    })
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      errors += String(text)
      return true
    })
  })
  afterAll(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    home.remove()
  })

  const start = async (
    args: readonly string[],
    codes: readonly number[] = [0, 4],
  ): Promise<void> => {
    shown.length = 0
    written = ''
    errors = ''
    const exitCode = process.exitCode
    await runProgram(await coldpress(args), args)
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
    const code = process.exitCode ?? 0
    process.exitCode = exitCode
    expect(codes, `${args.join(' ')}: ${errors}`).toContain(code)
  }

  /** Runs a command, and keeps everything that it shows. */
  const look = async (command: string, ...args: readonly string[]): Promise<void> => {
    await start([...command.split(' '), ...args])
    run.set(command, [...(run.get(command) ?? []), ...shown])
  }
  /** As {@link look}, for what another service, a person or another state would have to answer. */
  const lookAtError = async (command: string, ...args: readonly string[]): Promise<void> => {
    await start([...command.split(' '), ...args], [0, 1, 2, 3, 4, 5, 6, 7])
    run.set(command, [...(run.get(command) ?? []), ...shown])
  }
  const made = async <T>(shape: z.ZodType<T>, args: readonly string[]): Promise<T> => {
    await start([...args, '--json'])
    return shape.parse(JSON.parse(written))
  }
  const withId = z.object({ id: z.string() })

  const lookAtMoney = async (
    inIt: readonly string[],
    {
      mint,
      sale,
      funding,
    }: { readonly mint: string; readonly sale: string; readonly funding: string },
  ): Promise<void> => {
    const build = ['mint', 'build', ...inIt, '--to', payout, '--hold', '--yes', '--tokens']
    const { id: held } = await made(withId, [...build, 'Herbarium07'])
    await look('mint cancel', held)
    await look('mint withdraw', ...inIt, '--to', funding, '--yes')
    const sell = ['sale', 'create', ...inIt, '--tokens', 'Herbarium08', '--price', '25']
    const { id: paid } = await made(withId, sell)
    await look('sale pay', paid, '--wait')
    await look('sale show', paid)
    await lookAtError('sale resolve', sale, 'refund')
    await lookAtError('sale refund-unknown', funding)
    await look('sale rehearse')
    await lookAtError('sale round build', ...inIt)
    await lookAtError('sale round witness', ulid, home.passphraseFile)
    await lookAtError('sale round withdraw', ulid)
    await lookAtError('mint rehearse', ...inIt)
    await lookAtError('mint rebuild', mint)
    await lookAtError('mint witness', mint, join(home.dir, 'mint.witness'))
    const { transactions } = await made(
      z.object({ transactions: z.array(z.object({ tx_id: z.string() })) }),
      ['mint', 'status', mint],
    )
    await look('chain tx', transactions[0]?.tx_id ?? '')
  }

  const lookAtTokens = async (collection: string, policy: string): Promise<void> => {
    const inIt = ['--collection', collection]
    const tokens = [
      { name: 'Oak', asset_name: 'Oak1', image: `ipfs://${cid}`, media_type: 'image/png' },
    ]
    const tokenFile = home.file('tokens.json', JSON.stringify(tokens))
    await lookAtError('token add', ...inIt, '--file', tokenFile)
    await look('token update', 'Herbarium09', ...inIt, '--name', 'Old oak')
    const edits = home.file('edits.csv', 'asset_name,name\nHerbarium09,Older oak\n')
    await look('token edit', ...inIt, '--csv', edits)
    await look('token delete', ...inIt, '--tokens', 'Herbarium09', '--yes')
    const [deleted] = await made(z.array(withId), ['bin', 'list'])
    await look('bin list')
    await look('bin restore', deleted?.id ?? '')
    await look('bin empty', '--yes')
    await look('collection publish', collection)
    await look('collection unpublish', collection)
    await look('asset fingerprint', policy, '4f616b31')
    await lookAtError('chain token', `${policy}4f616b31`)
    await lookAtError('import resume')
    await lookAtError('import cancel')
    await lookAtError('pin export-car', '--out', join(home.dir, 'one.car'), cid)
    await look('pin folder', collection, '--out', join(home.dir, 'folder.car'))
    await lookAtError('pin repair', '--pin', 'local', ...inIt)
    await lookAtError('pin find', cid)
    await lookAtError('pin adopt', policy, '--network', 'devnet')
    await lookAtError('pin use', 'kubo', '--url', nowhere)
    await look('pin gateway', 'https://gateway.example.com')
    await look('pin routing')
  }

  const lookAtKeys = async (policy: string): Promise<void> => {
    const passphrase = ['--backup-passphrase-file', home.passphraseFile]
    const backup = join(home.dir, 'policy.age')
    const publicFile = join(home.dir, 'policy.json')
    await look('policy backup', policy, '--out', backup, ...passphrase)
    await look('policy drill', backup, ...passphrase)
    await look('policy export', policy, '--out', publicFile)
    await look('policy inspect', publicFile)
    await look('policy import', '--file', publicFile)
    await look('policy calendar', '--out', join(home.dir, 'locks.ics'))
    await look('policy remove-key', policy, '--typed', policy)
    await look('policy restore', backup, ...passphrase)
    await lookAtError('key inspect', publicFile)
    await lookAtError('key confirm', 'ab'.repeat(28), '--yes')
    await lookAtError('key derive')
    await lookAtError('key phrase create')
    await lookAtError('key phrase restore')
    const wallet = join(home.dir, 'wallet.json')
    await look('key wallet create', '--network', 'preprod', '--public', wallet)
    const wallets = z.array(z.object({ wallet: z.string() }))
    const [made0] = await made(wallets, ['key', 'wallet', 'list'])
    const id = made0?.wallet ?? ''
    const walletBackup = join(home.dir, 'wallet.age')
    await look('key wallet backup', id, '--out', walletBackup, ...passphrase)
    await look('key wallet drill', walletBackup, ...passphrase)
    await look('key wallet restore', walletBackup, ...passphrase)
    await lookAtError('key wallet import', wallet)
    await lookAtError('key wallet confirm', id, '--yes')
  }

  const lookAtFiles = async (request: string): Promise<void> => {
    await lookAtError('tx witness', request, '--out', join(home.dir, 'other.witness'))
    const signed = join(home.dir, 'mint.signed')
    const witness = join(home.dir, 'mint.witness')
    await lookAtError('tx assemble', request, '--witness', witness, '--out', signed)
    await lookAtError('tx submit', signed, '--network', 'devnet')
    await lookAtError('tx qr', request)
    await lookAtError('tx scan', join(sample, sampleImages[0] ?? ''))
    const events = home.file('events.ndjson', '{}\n')
    await lookAtError('events import', events)
    await look('events catch-up')
    await look('studio confirm')
    await lookAtError('home set-aside', 'app.db')
    await lookAtError('home reactivate')
    await lookAtError('home import', request)
    await lookAtError('home export', join(home.dir, 'home.coldpress'))
    await look('studio backup', '--out', `${home.dir}-backup.coldpress`)
  }

  const lookAtServices = async (): Promise<void> => {
    const key = home.file('api-key.txt', 'a-key-of-a-hosted-service')
    const at = ['--base-url', 'https://service.example.com', '--app-id', 'one']
    await look('account add', 'shop', '--network', 'testnet', ...at, '--api-key-file', key)
    await look('account remove', 'shop')
    const server = ['--base-url', nowhere, '--without-project-id']
    await look('gateway set', 'preprod', ...server)
    await look('gateway add', 'preprod', ...server)
    await look('gateway order', 'preprod', 'preprod-2', 'preprod')
    await look('gateway budget', 'preprod', '50000')
    await look('gateway remove', 'preprod-2')
    await lookAtError('webhook test', ulid)
    await lookAtError('webhook delivery', ulid)
    await lookAtError('webhook resend', ulid)
    await lookAtError('update check')
    await lookAtError('update download')
  }

  it('fits its width at 60, 80 and 140 columns, and no word of it is cut', async () => {
    const file = home.file(
      'collection.json',
      JSON.stringify({ ...sampleCollection, royalty: undefined }),
    )
    await look('collection propose', sample, '--out', join(home.dir, 'proposed.json'))
    await look('collection create', '--file', file)
    const { id: collection } = await made(withId, ['collection', 'create', '--file', file])
    const inIt = ['--collection', collection]
    await look('import run', sample, ...inIt, '--dry-run')
    await look('import run', sample, ...inIt)
    await look('import status')
    await look('import mapping', ...inIt)
    await look('collection list')
    await look('collection show', collection)
    await look('collection rarity', ...inIt)
    await look('collection export', ...inIt, '--out', join(home.dir, 'exported.csv'))
    await look('policy generate', '--network', 'devnet', '--name', 'Second pressing')
    await look('policy list')
    const [policy] = await made(z.array(z.object({ policy_id: z.string() })), ['policy', 'list'])
    await look('policy show', policy?.policy_id ?? '')
    await look('policy export', policy?.policy_id ?? '')
    const royal = home.file('royal.json', JSON.stringify(sampleCollection))
    const { id: withRoyalty } = await made(withId, [
      'collection',
      'create',
      '--file',
      royal,
      '--yes',
    ])
    await look('mint royalty', '--collection', withRoyalty)
    await look('mint fund', ...inIt, '--ada', '60')
    const { address: funding } = await made(z.object({ address: z.string() }), [
      'mint',
      'fund',
      ...inIt,
    ])
    const { id: mint } = await made(withId, [
      'mint',
      'build',
      ...inIt,
      '--tokens',
      'Herbarium01',
      '--to',
      payout,
      '--hold',
      '--yes',
    ])
    await look('mint status', mint)
    await look('mint status')
    const request = join(home.dir, 'mint.cpreq')
    await look('mint status', mint, '--out', request)
    await look('tx inspect', request)
    await look('tx parents', request, '--out', join(home.dir, 'with-parents.cpreq'))
    await look('tx sign', request, '--witness-out', join(home.dir, 'mint.witness'), '--yes')
    await look('mint release', mint, '--yes', '--wait')
    await look('mint build', ...inIt, '--tokens', 'Herbarium02', '--to', funding, '--yes', '--wait')
    await look('mint burn', ...inIt, '--tokens', 'Herbarium02', '--yes', '--wait')
    await look('sale price', ...inIt, '--tokens', 'Herbarium03', '--price', '25')
    await look('sale create', ...inIt, '--tokens', 'Herbarium04', '--price', '25')
    const { id: sale } = await made(withId, [
      'sale',
      'create',
      ...inIt,
      '--quantity',
      '1',
      '--price',
      '30',
    ])
    await look('sale list')
    await look('sale analytics')
    await look('sale analytics', '--by', 'token', ...inIt)
    await look('sale analytics', '--by', 'collection')
    await look('sale show', sale)
    await look('sale share', sale)
    await look('sale cancel', sale)
    await look('sale unknown')
    await look('sale round status')
    await look('token list', ...inIt)
    await look('token show', 'Herbarium03', ...inIt)
    await look('token hold', ...inIt, '--tokens', 'Herbarium03')
    await look('token release', ...inIt, '--tokens', 'Herbarium03')
    await look('token delete', '--collection', collection, '--tokens', 'Herbarium05', '--yes')
    const [deleted] = await made(z.array(withId), ['bin', 'list'])
    await look('bin list')
    await look('bin restore', deleted?.id ?? '')
    await look('bin empty', '--yes')
    await look('collection update', collection, '--description', 'Pressed in spring')
    await look('collection verify', collection)
    await look('chain tip')
    await look('chain address', funding)
    await look('key wallet list')
    await look('address add', payout, '--label', 'Payout of the herbarium', '--yes')
    await look('address list')
    await look('address remove', payout)
    await look('account list')
    await look('account test')
    await look('gateway list')
    await look('gateway test', 'devnet')
    await look('pin list')
    await look('pin verify', '--pin', 'local')
    await look('pin add', join(sample, sampleImages[0] ?? ''))
    await look('events list')
    await look('webhook add', '--name', 'shop', '--callback-url', 'https://shop.example/hooks')
    await look('webhook list')
    const [webhook] = await made(z.array(withId), ['webhook', 'list'])
    await look('webhook deliveries', webhook?.id ?? '')
    await look('webhook update', webhook?.id ?? '', '--name', 'market')
    await look('webhook disable', webhook?.id ?? '')
    await look('webhook enable', webhook?.id ?? '')
    await look('webhook remove', webhook?.id ?? '')
    await look('studio trust')
    await look('doctor')
    await look('key phrase show-used')
    await look('studio ids', 'sale')
    await lookAtMoney(inIt, { mint, sale, funding })
    await lookAtTokens(collection, policy?.policy_id ?? '')
    await lookAtKeys(policy?.policy_id ?? '')
    await lookAtFiles(request)
    await lookAtServices()
    await lookAtError('collection delete', collection, '--yes')
    await look('studio new-chain', '--yes')
    for (const [command, texts] of run) {
      expect(texts.length, command).toBeGreaterThan(0)
      expectToFit(texts, command)
    }
  }, 900_000)

  it('says in the help of every command, with its examples, lines that fit', async () => {
    const stream = process.stdout
    const { isTTY, columns } = stream
    try {
      for (const width of widths) {
        Object.assign(stream, { isTTY: true, columns: width })
        const whole = await coldpress([])
        const all = (command: Command): readonly Command[] => [
          command,
          ...command.commands.flatMap(all),
        ]
        for (const command of all(whole)) {
          let help = ''
          command.configureOutput({
            writeOut: (piece) => (help += piece),
            getOutHelpWidth: () => width,
          })
          command.outputHelp()
          expect(tooLong(help, width), `${command.name()} --help at ${width}`).toEqual([])
        }
      }
    } finally {
      Object.assign(stream, { isTTY, columns })
    }
  })

  it('was looked at for every command, but those that do not end', async () => {
    const rest = leavesOf(await coldpress([])).filter((leaf) => !run.has(leaf))
    expect(rest.filter((leaf) => !elsewhere.has(leaf))).toEqual([])
    expect([...elsewhere].filter((leaf) => run.has(leaf))).toEqual([])
  })
})

/**
 * They run until they are stopped, make a data folder of their own, or need a font; their texts have tests
 * of their own.
 */
const elsewhere: ReadonlySet<string> = new Set([
  'studio serve',
  'events listen',
  'demo',
  'token card',
])
