import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Blockfrost, startBlockfrost } from '../support/blockfrost-stand-in.ts'
import { TestHome } from '../support/coldpress.ts'
import { startIpfsGateway } from '../support/ipfs-gateway.ts'
import { startKuboStandIn } from '../support/kubo-stand-in.ts'
import { leafFolder } from '../support/leaf-folder.ts'
import { runInTerminal } from '../support/terminal.ts'

/** Mainnet as a stand-in of Blockfrost answers for it. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })

/** CIP-19's vector of type 6. */
const payout = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'
const projectId = 'mainnetTest'
const passphrase = 'a long enough passphrase'
const backupPassphrase = 'words for the backup alone'

let blockfrost: Blockfrost
beforeAll(async () => {
  blockfrost = await startBlockfrost({ network: 'mainnet', projectId })
})
afterAll(() => blockfrost.close())

const open = [['Vault passphrase: ', `${passphrase}\r`]] as const
const newBackup = [
  ['New passphrase of the backup', `${backupPassphrase}\r`],
  ['Confirm passphrase: ', `${backupPassphrase}\r`],
] as const
const openBackup = [['Passphrase of the backup: ', `${backupPassphrase}\r`]] as const
const sign = ['Type "sign"', 'sign\r'] as const

type Line = {
  /** What stands for the words in capitals. */
  readonly words?: Readonly<Record<string, string>>
  /** What the line lacks for this machine: an address of a stand-in. */
  readonly more?: readonly string[]
  readonly answers?: readonly (readonly [question: string, typed: string])[]
  readonly onScreen?: (screen: string) => void
  /** What the end of the command must have shown. */
  readonly shows: RegExp
}

/** The commands of the checklist's blocks, in their order. */
const printed = [
  ...readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'going-live.md'), 'utf8').matchAll(
    /^ {2}coldpress (?<line>.+)$/gmu,
  ),
].map(({ groups }) => groups?.['line'] ?? '')

describe('docs/going-live.md', () => {
  it('is followed from the gateway to the first price on mainnet, each line as printed and each question answered by typing', async () => {
    const home = await TestHome.withVault()
    const kubo = await startKuboStandIn()
    const ipfs = await startIpfsGateway()
    const cwd = join(home.dir, 'checkout')
    mkdirSync(cwd)
    home.file('checkout/project-id.txt', `${projectId}\n`)
    home.file('checkout/token.txt', 'token of a bucket\n')
    home.file(
      'checkout/collection.json',
      JSON.stringify({
        name: 'Leaves',
        payout_address: payout,
        policy: { lock: true, lock_time: '2099-12-31' },
        royalty: { address: [payout], rate: '0.05' },
      }),
    )
    const left = [...printed]
    /** Runs the next line of the document. */
    const follow = async (line: string, { words, more, answers, onScreen, shows }: Line) => {
      expect(left.shift()).toBe(line)
      const args = line.split(' ').map((word) => words?.[word] ?? word)
      const { code, screen } = await runInTerminal(
        home,
        [...args, ...(more ?? [])],
        answers ?? [],
        { cwd, ...(onScreen === undefined ? {} : { onScreen }) },
      )
      expect({ code, screen }, line).toEqual({ code: 0, screen: expect.stringMatching(shows) })
      return screen
    }
    const found = (screen: string, pattern: RegExp): string => {
      const word = pattern.exec(screen)?.[1]
      if (word === undefined) throw new Error(`${pattern} is not in ${screen}`)
      return word
    }
    /** From a wallet elsewhere, once the screen says how much and whereto. */
    const payOnce = () => {
      let isPaid = false
      return (screen: string) => {
        const [, ada, address] =
          /(?:Pay |to pay +)([\d,.]+) ADA[^]*?\b(addr1[0-9a-z]{50,})\s/u.exec(screen) ?? []
        if (isPaid || ada === undefined || address === undefined) return
        isPaid = true
        void blockfrost.pay(address, BigInt(Math.round(Number(ada.replaceAll(',', '')) * 1e6)))
      }
    }
    const mainnet = '--account local-mainnet'
    try {
      await follow('gateway set mainnet --project-id-file project-id.txt', {
        more: ['--base-url', blockfrost.baseUrl],
        answers: open,
        shows: /is now the gateway of mainnet/u,
      })
      await follow('gateway test mainnet', { answers: open, shows: /block/u })
      await follow('gateway budget mainnet 50000', { shows: /budget of 50,000 calls a day/u })

      const created = await follow(`collection create --file collection.json ${mainnet}`, {
        answers: open,
        shows: /Its royalty token is the first mint on mainnet/u,
      })
      const words = {
        COLLECTION: found(created, /^id +(\S+)/mu),
        POLICY_ID: found(created, /^policy ID +(\S+)/mu),
        FOLDER: leafFolder(home, 4),
        ADDRESS: payout,
      }
      await follow('pin use filebase --kind filebase --token-file token.txt', {
        more: ['--url', kubo.url],
        answers: open,
        shows: /filebase/u,
      })
      const importing = `import FOLDER --collection COLLECTION`
      await follow(`${importing} --dry-run --pin filebase ${mainnet}`, {
        words,
        answers: open,
        shows: /4 (?:new|tokens)/u,
      })
      await follow(`${importing} --pin filebase ${mainnet}`, {
        words,
        answers: open,
        shows: /at filebase/u,
      })
      await home.json(['pin', 'gateway', ipfs.url])
      for (const [cid, bytes] of kubo.pins) ipfs.files.set(cid, bytes)
      await follow('pin verify --pin filebase', { answers: open, shows: /filebase/u })
      await follow('pin export-car --out images.car', { shows: /images\.car/u })

      await follow('policy list', { shows: new RegExp(words.POLICY_ID.slice(0, 8), 'u') })
      await follow('policy backup POLICY_ID --out policy.age', {
        words,
        answers: [...newBackup, ...open],
        shows: /policy\.age/u,
      })
      await follow('policy drill policy.age', {
        answers: openBackup,
        shows: /Recorded: this backup has passed its test/u,
      })

      await follow(`mint rehearse --collection COLLECTION ${mainnet}`, {
        words,
        answers: open,
        shows: /Rehearsed: 4 tokens in 1 transaction on the devnet/u,
      })
      await follow('sale rehearse', { answers: open, shows: /All 12 ended as they should/u })

      await follow(`mint royalty --collection COLLECTION --wait ${mainnet}`, {
        words,
        answers: [...open, ['Type "royalty"', 'royalty\r']],
        onScreen: payOnce(),
        shows:
          /4 tokens were rehearsed[^]*Nothing differs since[^]*minted; the collection is open/u,
      })
      const funding = await follow(`mint fund --collection COLLECTION ${mainnet}`, {
        words,
        answers: open,
        shows: /address +addr1/u,
      })
      await blockfrost.pay(found(funding, /address +(\S+)/u), 50_000_000n)
      const built = `mint build --collection COLLECTION --tokens`
      const mintedOne = await follow(`${built} NAME --to ADDRESS --wait ${mainnet}`, {
        words: { ...words, NAME: 'Leaf0001' },
        answers: [...open, sign],
        shows: /4 tokens were rehearsed[^]*Nothing differs since[^]*ADA[^]*completed/u,
      })
      await follow(`${built} NAMES --to ADDRESS --wait ${mainnet}`, {
        words: { ...words, NAMES: 'Leaf0002' },
        answers: [...open, sign],
        shows: /completed/u,
      })

      blockfrost.mine(2200)
      const mint = found(mintedOne, /^Mint (\w+):/mu)
      await follow(`mint status MINT --wait ${mainnet}`, {
        words: { MINT: mint },
        answers: open,
        shows: /final +/u,
      })
      // Deep blocks are looked at rarely: the command is run again later.
      const again = ['mint', 'status', mint, '--wait', ...mainnet.split(' ')]
      await vi.waitFor(
        async () =>
          expect((await runInTerminal(home, again, open)).screen).toMatch(
            /final +yes: no rollback can take it back/u,
          ),
        { timeout: 120_000, interval: 3_000 },
      )

      const sold = await follow(
        `sale create --collection COLLECTION --tokens NAME --price 5 ${mainnet}`,
        {
          words: { ...words, NAME: 'Leaf0003' },
          answers: open,
          shows: /With 1 open sale the gateway is asked up to [\d,]+ times a day/u,
        },
      )
      await blockfrost.pay(found(sold, /(addr1\w+)/u), 5_000_000n)
      await follow(`sale show SALE --wait ${mainnet}`, {
        words: { SALE: found(sold, /^sale +(\S+)/mu) },
        answers: open,
        shows: /state +completed/u,
      })
      const wallets = await follow('key wallet list', { shows: /mainnet/u })
      await follow('key wallet backup WALLET --out wallet.age', {
        words: { WALLET: found(wallets, /wallet +(\S+)\s+network +mainnet/u) },
        answers: [...newBackup, ...open],
        shows: /wallet\.age/u,
      })
      await follow('key wallet drill wallet.age', {
        answers: openBackup,
        shows: /The backup works/u,
      })
      await follow(`sale price --collection COLLECTION --tokens NAMES --price 25 ${mainnet}`, {
        words: { ...words, NAMES: 'Leaf0004' },
        answers: open,
        shows: /1 token for 25 ADA each\..* on this computer alone, unless/u,
      })
      expect(left).toEqual([])
    } finally {
      await kubo.close()
      await ipfs.close()
      home.remove()
    }
  })
})

describe('A collection before its first mint on mainnet', () => {
  let home: TestHome
  beforeAll(async () => {
    home = await TestHome.withVault()
    const key = home.file('project-id.txt', `${projectId}\n`)
    const set = ['gateway', 'set', 'mainnet', '--base-url', blockfrost.baseUrl]
    await home.json([...set, '--project-id-file', key])
  })
  afterAll(() => home.remove())

  const onMainnet = (...args: readonly string[]) =>
    home.json([...args, '--account', 'local-mainnet'])
  const idOf = (document: unknown): string => z.object({ id: z.string() }).parse(document).id
  /** Refused with exit code 3, before anything changed. */
  const refused = async (...args: readonly string[]): Promise<string> => {
    const { code, document } = await onMainnet(...args)
    expect(code, args.join(' ')).toBe(3)
    return z.object({ error: z.object({ message: z.string() }) }).parse(document).error.message
  }
  /** These images exist on the computer of the test only. */
  const accepted = '--accept-local-images'
  const waysOut = /coldpress\.js mint rehearse[^]*without a rehearsal, add --skip-rehearsal/u

  const create = async (name: string, more: Readonly<Record<string, unknown>> = {}) => {
    const wanted = { name, payout_address: payout, policy: { lock: false }, ...more }
    const file = home.file('wanted.json', JSON.stringify(wanted))
    return idOf((await onMainnet('collection', 'create', '--file', file)).document)
  }

  it('asks for a rehearsal before its royalty is confirmed, and says what was rehearsed', async () => {
    const collection = await create('Royal', { royalty: { address: [payout], rate: '0.05' } })
    const confirm = ['mint', 'royalty', '--collection', collection, '--yes']
    const message = await refused(...confirm)
    expect(message).toMatch(/royalty token is minted on mainnet as soon as it is paid for/u)
    expect(message).toMatch(/Nothing of this collection was rehearsed/u)
    expect(message).toMatch(waysOut)
    expect(await onMainnet('mint', 'royalty', '--collection', collection)).toMatchObject({
      document: { confirmed: false, amount: null },
    })
    expect(await onMainnet(...confirm, '--skip-rehearsal')).toMatchObject({
      code: 0,
      document: { confirmed: true },
    })
  })

  it('is not minted, sold or priced before its tokens were rehearsed, unless its owner does without', async () => {
    const collection = await create('Leaves')
    const folder = leafFolder(home, 3)
    const toImport = ['import', folder, '--collection', collection]
    expect(await refused(...toImport)).toMatch(/on this computer only/u)
    expect((await onMainnet(...toImport, accepted)).code).toBe(0)

    const one = ['--tokens', 'Leaf0001']
    const of = ['--collection', collection]
    const build = ['mint', 'build', ...of, '--to', payout, '--yes']
    const sell = ['sale', 'create', ...of, '--quantity', '1', '--price', '25']
    const setPrice = ['sale', 'price', ...of, '--price', '25']
    for (const unaccepted of [build, sell, [...setPrice, ...one]])
      expect(await refused(...unaccepted)).toMatch(/on this computer only/u)
    for (const [args, because] of [
      [[...build, accepted], /This is the first mint of the collection on mainnet/u],
      [[...sell, accepted], /A sale of these tokens is the first mint/u],
      [[...setPrice, ...one, accepted], /Whoever has the link of a token with a price can buy it/u],
    ] as const) {
      const message = await refused(...args)
      expect(message).toMatch(because)
      expect(message).toMatch(/Nothing of this collection was rehearsed/u)
      expect(message).toMatch(waysOut)
    }

    expect((await onMainnet('mint', 'rehearse', ...of, ...one)).code).toBe(0)
    const more = ['--tokens', 'Leaf0001,Leaf0002']
    for (const args of [
      [...build, accepted, ...more],
      [...setPrice, accepted, ...more],
      [...sell, accepted],
    ])
      expect(await refused(...args)).toMatch(
        /1 token was rehearsed on the devnet on .*not rehearsed: .*Leaf000[23]/su,
      )
    expect(await onMainnet(...setPrice, ...one, accepted)).toMatchObject({
      code: 0,
      document: [{ asset_name: 'Leaf0001', price: 25_000_000 }],
    })
    const remove = ['sale', 'price', ...of, ...one, '--remove']
    expect(await onMainnet(...remove)).toMatchObject({ code: 0, document: [{ price: null }] })
    const fixed = ['sale', 'create', ...of, ...one, '--price', '25', accepted]
    expect(await onMainnet(...fixed)).toMatchObject({ code: 0, document: { status: 'RESERVED' } })
    expect((await onMainnet(...sell, accepted, '--skip-rehearsal')).code).toBe(0)
  })

  it('takes no prices with its import, unless its owner does without a rehearsal', async () => {
    const collection = await create('Priced')
    const folder = join(home.dir, 'priced')
    mkdirSync(folder)
    home.file('priced/priced.csv', 'asset_name,name,image,price\nOne,Elm,leaf.webp,25\n')
    home.file('priced/leaf.webp', readFileSync(join(home.dir, 'leaves', 'leaf.webp')))
    const toImport = ['import', folder, '--collection', collection, accepted]
    const message = await refused(...toImport)
    expect(message).toMatch(/The table sets a price for 1 token/u)
    expect(message).toMatch(waysOut)
    expect(await onMainnet('collection', 'show', collection)).toMatchObject({
      document: { token_count: 0 },
    })
    expect((await onMainnet(...toImport, '--skip-rehearsal')).code).toBe(0)
  })
})
