import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readWitness, writeWitness } from '#cardano/envelope.ts'
import { policyKeyOf, type PolicyKey, signBody, verifyWitness } from '#cardano/keys.ts'
import { TxId } from '#cardano/ids.ts'
import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { framesOf } from '#app/signing/qr-frames.ts'
import { qrFileOf } from '#app/signing/qr-kind.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import { alice, payer } from '../../cardano/transactions/ingredients.ts'
import { alicesPolicy, mintRequest } from '../../app/signing/requests.ts'
import { openServices } from './open-services.ts'
import { incompressible } from '../../support/generated-bytes.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { utf16 } from '../../support/utf16.ts'

const copyOf = (key: PolicyKey): PolicyKey =>
  key.secret.use((bytes) => policyKeyOf(Uint8Array.from(bytes)))

const open = async () => {
  const opened = await openServices()
  await opened.app.vault.storeKeys([alice, payer].map(copyOf))
  const folder = temporaryFolder()
  return { ...opened, folder }
}

type Opened = Awaited<ReturnType<typeof open>>

const pasted = (text: string) => ({ kind: 'text', text, name: null }) as const

const signAll = async ({ call }: Opened, id: string) => {
  const { transactions } = await call('signing.show', { id })
  return call('signing.sign', {
    id,
    transactions: transactions.map(({ summary, toSign }) => ({
      txId: summary.txId,
      keyHashes: toSign,
      acknowledged: [],
    })),
  })
}

describe('the signing inbox of the window', () => {
  it('takes in a file that was picked, and none that was not', async () => {
    const { call, pick, folder, state } = await open()
    const path = join(folder, 'garden.cpreq')
    await writeFile(path, writeRequestFile(mintRequest()))
    const source = { kind: 'file', path } as const
    await expect(call('signing.receive', { source })).rejects.toMatchObject({ code: 'invalid' })
    await pick(path)
    const { id } = await call('signing.receive', { source })
    expect(await call('signing.list', null)).toMatchObject([
      { id, title: 'Night Garden', origin: 'file', originName: 'garden.cpreq', state: 'waiting' },
    ])
    expect(state.events.filter(([name]) => name === 'signing.changed')).toEqual([
      ['signing.changed', { id }],
    ])
  })

  it('takes in files in UTF-16: a request, and witnesses for it', async () => {
    const { call, pick, folder } = await open()
    const receive = async (name: string, text: string) => {
      const path = join(folder, name)
      await writeFile(path, utf16(text))
      await pick(path)
      return call('signing.receive', { source: { kind: 'file', path } })
    }
    const request = mintRequest()
    const { id } = await receive('garden.cpreq', writeRequestFile(request))
    const [bytes] = request.transactions
    const { txId } = parseTransaction(bytes ?? new Uint8Array())
    expect(await receive('alice.witness', writeWitness(signBody(alice, txId)))).toMatchObject({
      id,
      what: 'witnesses',
      added: 1,
    })
  })

  it('names the policies that it knows', async () => {
    const { call, app } = await open()
    await app.policies.record({
      script: alicesPolicy.script,
      network: 'devnet',
      origin: 'imported',
      name: 'Garden policy',
    })
    const { id } = await call('signing.receive', {
      source: pasted(writeRequestFile(mintRequest())),
    })
    const { policyNames } = await call('signing.show', { id })
    expect(Object.values(policyNames)).toEqual(['Garden policy'])
  })

  it('signs, saves the witnesses into a folder, and overwrites nothing there', async () => {
    const opened = await open()
    const { call, state, folder, logged } = opened
    const { id } = await call('signing.receive', {
      source: pasted(writeRequestFile(mintRequest())),
    })
    expect(await signAll(opened, id)).toEqual({ signatures: 2 })
    const { answers, entry } = await call('signing.show', { id })
    const names = answers.filter(({ kind }) => kind === 'witness').map(({ name }) => name)
    expect(await call('signing.export', { id, names })).toBeNull()
    expect((await call('signing.show', { id })).entry.state).toBe('signed')
    state.picked = folder
    const paths = await call('signing.export', { id, names })
    expect(paths).toEqual(names.map((name) => join(folder, name)))
    for (const path of paths ?? []) {
      const witness = readWitness(await readFile(path, 'utf8'))
      expect(verifyWitness(witness, TxId(entry.firstTxId))).toBe(true)
    }
    expect((await call('signing.show', { id })).entry.state).toBe('answered')
    await expect(call('signing.export', { id, names })).rejects.toThrow(/is there already/u)
    expect(logged('signing')).toEqual([
      'The answer to “Night Garden” was saved.',
      '“Night Garden” was signed.',
    ])
  })

  it('saves one answer under the name that the user gives it', async () => {
    const { call, state, folder } = await open()
    const { id } = await call('signing.receive', {
      source: pasted(writeRequestFile(mintRequest())),
    })
    state.saveTo = join(folder, 'mine.tx')
    const name = 'night-garden.tx'
    expect(await call('signing.export', { id, names: [name] })).toEqual([state.saveTo])
    expect(state.suggested).toEqual([name])
    expect(await readFile(state.saveTo, 'utf8')).toContain('Tx ConwayEra')
  })

  it('reads a request off a screen, and shows its answer as codes', async () => {
    const opened = await open()
    const { call } = opened
    const bytes = new TextEncoder().encode(writeRequestFile(mintRequest()))
    const codes = framesOf(qrFileOf('garden.cpreq', bytes))[Symbol.iterator]()
    let scanned = await call('signing.scan', { parts: [], restart: true, id: null })
    while (scanned.taken === null)
      scanned = await call('signing.scan', {
        parts: [codes.next().value ?? ''],
        restart: false,
        id: null,
      })
    const { id } = scanned.taken
    expect(await call('signing.list', null)).toMatchObject([
      { id, origin: 'scan', originName: 'garden.cpreq' },
    ])
    await signAll(opened, id)
    const { answers } = await call('signing.show', { id })
    const { parts } = await call('signing.frames', { id, name: answers[0]?.name ?? '' })
    expect(parts[0]).toMatch(/^UR:BYTES\//u)
    // Shown codes may not have been scanned: only the user knows.
    expect((await call('signing.show', { id })).entry.state).toBe('signed')
    await call('signing.markHandedOver', { id })
    expect((await call('signing.show', { id })).entry.state).toBe('answered')
  })

  it('shows no answer as codes that is too large for them, and names the file as the way', async () => {
    const opened = await open()
    const { call, state, folder } = opened
    // Several transactions full of what no packing makes shorter.
    const noise = Buffer.from(incompressible(8 * 4_800)).toString('base64')
    const contentOf = (name: string) =>
      Array.from({ length: 100 }, (_, line) =>
        noise.slice(64 * (100 * Number(name) + line)).slice(0, 64),
      )
    const names = Array.from({ length: 8 }, (_, at) => String(at))
    const { id } = await call('signing.receive', {
      source: pasted(writeRequestFile(mintRequest({ names, contentOf }))),
    })
    await signAll(opened, id)
    const { answers } = await call('signing.show', { id })
    const nameOf = (wanted: string): string =>
      answers.find(({ kind }) => kind === wanted)?.name ?? ''
    await expect(call('signing.frames', { id, name: nameOf('request') })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(
        /^night-garden\.cpreq has \d+ deflated bytes .*at most 32768 .* Carry the file itself/u,
      ),
    })
    expect(await call('signing.frames', { id, name: nameOf('witness') })).toMatchObject({
      parts: expect.arrayContaining([expect.stringMatching(/^UR:BYTES\//u)]),
    })
    state.saveTo = join(folder, 'mine.cpreq')
    expect(await call('signing.export', { id, names: [nameOf('request')] })).toEqual([state.saveTo])
  })

  it('scans signatures for one request alone when that is asked', async () => {
    const opened = await open()
    const { call } = opened
    const one = await call('signing.receive', { source: pasted(writeRequestFile(mintRequest())) })
    const other = await call('signing.receive', {
      source: pasted(writeRequestFile(mintRequest({ title: 'Other' }))),
    })
    await signAll(opened, one.id)
    const { answers } = await call('signing.show', { id: one.id })
    const { parts } = await call('signing.frames', { id: one.id, name: answers[0]?.name ?? '' })
    await expect(call('signing.scan', { parts, restart: true, id: other.id })).rejects.toThrow(
      /is not over transaction/u,
    )
  })

  it('says that the vault is locked before anything is signed', async () => {
    const opened = await open()
    const { call } = opened
    const { id } = await call('signing.receive', {
      source: pasted(writeRequestFile(mintRequest())),
    })
    await call('vault.lock', null)
    await expect(signAll(opened, id)).rejects.toMatchObject({ code: 'vault_locked' })
    expect((await call('signing.show', { id })).entry.state).toBe('waiting')
  })
})
