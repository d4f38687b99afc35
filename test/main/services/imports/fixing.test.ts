import { copyFile, mkdir, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { TableEdit } from '#contract/imports/draft-view.ts'
import { makePicture } from '../../../app/imports/harness.ts'
import {
  endOf,
  type Issue,
  header,
  makePrints,
  openImports,
  print,
  writeTable,
} from './open-imports.ts'

const all = { offset: 0, limit: 500, rule: null, severity: null }

describe('a table with twelve issues and more', () => {
  const rows = [
    ['Asset Name', 'name', 'file_name', 'Ink', '<hue>', 'MIME type', ''],
    ['Print1', 'Print no 1', '1.png', 'blue', 'red', 'image/png', 'note'],
    ['Print2', '', '2.png', 'blue', 'red', '', ''],
    ['Print3', ' Print no 3 ', '3.jpg', 'blue', 'red', '', ''],
    ['Print4', 'Print\u200B no 4', '4.png', '', 'red', 'image/gif', ''],
    ['Print4', 'Print again', '4.png', 'blue', 'red', '', ''],
    ['Print5', 'Print no 5', '5.png', 'blue', 'red', '', '', 'too many'],
    ['Print6', 'A name that is far too long for a token', '6.png', 'blue', 'red', '', ''],
    ['Print7', 'Print no 7', 'same.png', 'blue', 'red', '', ''],
    ['Print8', 'Print no 8', '8.PNG', '<ink>', 'red', '', ''],
    ['Print9', 'Print no 9', '9.png', 'blue', 'red', 'png', ''],
  ]

  /** What a person does where no fix is offered. */
  const byHand = (found: Issue, files: readonly string[]): TableEdit => {
    const { rule, row, letter } = found
    if (letter === null) throw new Error(`${rule} names no column`)
    const set = (value: string): TableEdit => ({
      kind: 'set',
      row: row ?? 0,
      column: letter,
      value,
    })
    if (rule === 'empty_header') return { kind: 'rename', column: letter, to: 'ignore:note' }
    if (rule === 'duplicate_asset_name') return { kind: 'remove_row', row: row ?? 0 }
    if (rule === 'text_too_long') return set('A shorter name')
    if (rule === 'ambiguous_file') return set(files.find((name) => name.endsWith('same.png')) ?? '')
    if (rule === 'unresolved_tag') return set('green')
    if (rule === 'invalid_media_type') return set('')
    throw new Error(`nobody knows what to do about ${rule}: ${found.message}`)
  }

  it('is fixed one by one until nothing is left, and imported', async () => {
    const harness = await openImports()
    const { call, folder, home, open, tokens } = harness
    for (const index of [1, 2, 3, 4, 5, 6, 8, 9]) await makePicture(folder, index)
    for (const [index, inner] of [
      [7, 'a'],
      [10, 'b'],
    ] as const) {
      await makePicture(folder, index)
      await mkdir(join(folder, inner))
      await rename(join(folder, `${index}.png`), join(folder, inner, 'same.png'))
    }
    await writeTable(folder, rows)
    const own = await readFile(join(folder, 'prints.csv'))

    let draft = await open()
    const files = await call('imports.files', { draftId: draft.id })
    const fixed = new Set<string>()
    for (;;) {
      const { issues } = await call('imports.issues', { draftId: draft.id, ...all })
      const found =
        issues.find(({ severity }) => severity === 'error') ??
        issues.find(({ severity, rule }) => severity === 'warning' && rule !== 'unused_file')
      if (found === undefined) break
      const edit = found.fix?.edit ?? byHand(found, files)
      draft = await call('imports.edit', { draftId: draft.id, edits: [edit] })
      fixed.add(found.rule)
      expect(draft.edits).toBeLessThan(40)
    }
    expect([...fixed].sort()).toEqual([
      'ambiguous_file',
      'duplicate_asset_name',
      'empty_header',
      'file_not_found',
      'invalid_media_type',
      'invisible_character',
      'media_type_mismatch',
      'missing_tag_value',
      'missing_value',
      'row_too_long',
      'surrounding_whitespace',
      'text_too_long',
      'unknown_tag',
      'unresolved_tag',
    ])
    expect(draft.counts).toMatchObject({ rows: 9, new: 9, errors: 0, warnings: 1 })

    const { job } = await call('imports.start', { draftId: draft.id })
    const end = await endOf(harness, job)
    expect(end).toMatchObject({
      state: 'done',
      total: 9,
      added: 9,
      failed: 0,
      isRunningHere: false,
    })
    expect(await tokens()).toEqual(Array.from({ length: 9 }, (_, at) => `Print${at + 1}`))
    expect(await readFile(join(folder, 'prints.csv'))).toEqual(own)
    expect(await readdir(join(home, 'imports'))).toEqual([])
  })
})

describe('a draft', () => {
  it('tells what each column fills, what may be filled, and what it will take', async () => {
    const { folder, open } = await openImports()
    await makePrints(folder, 2)
    const draft = await open()
    expect(draft).toMatchObject({
      collectionName: 'Herbarium',
      counts: { rows: 2, new: 2, errors: 0, warnings: 0, issues: 0, files: 2 },
      rules: [],
      edits: 0,
    })
    expect(draft.columns.map(({ letter, target }) => [letter, target?.name])).toEqual([
      ['A', 'asset_name'],
      ['B', 'name'],
      ['C', 'image'],
      ['D', '<ink>'],
    ])
    expect(draft.targets.at(-1)).toEqual({
      kind: 'tag',
      name: '<ink>',
      header: '<ink>',
      required: true,
    })
    expect(draft.estimate.bytes).toBeGreaterThan(100)
    expect(draft.estimate.seconds).toBeGreaterThan(0)
    expect(Number(draft.estimate.mintLovelace)).toBeGreaterThan(1_000_000)
  })

  it('leaves out columns of unknown name in a step of its own, until they are chosen', async () => {
    const { call, app, collectionId, folder, open } = await openImports()
    for (const index of [1, 2]) await makePicture(folder, index)
    const own = [
      [...header, 'Shelf', 'custom:Artist', 'Price'],
      [...print(1), '7', 'Ada', '2,5'],
    ]
    await writeTable(folder, own)
    let draft = await open()
    const targets = () => draft.columns.slice(4).map(({ target }) => target)
    const artist = { kind: 'custom', name: 'Artist' }
    const price = { kind: 'field', name: 'price' }
    expect(targets()).toEqual([{ kind: 'ignored', name: 'Shelf' }, artist, price])
    expect(draft).toMatchObject({ edits: 1, isEdited: false, counts: { priced: 1 } })
    // The user's own table is read again as long as nothing else was changed.
    await writeTable(folder, [...own, [...print(2), '8', 'Bea', '']])
    const { id: draftId, settings, pinner } = draft
    draft = await call('imports.replan', { draftId, settings, pinner })
    expect(draft).toMatchObject({ edits: 1, counts: { rows: 2, priced: 1 } })
    const edits: TableEdit[] = [{ kind: 'rename', column: 'E', to: 'custom:Shelf' }]
    draft = await call('imports.edit', { draftId, edits })
    expect(targets()).toEqual([{ kind: 'custom', name: 'Shelf' }, artist, price])
    expect(draft).toMatchObject({ edits: 2, isEdited: true })
    await call('imports.undo', { draftId })
    draft = await call('imports.undo', { draftId })
    expect(targets()[0]).toEqual({ kind: 'custom', name: 'Shelf' })
    draft = await call('imports.edit', {
      draftId,
      edits: [{ kind: 'rename', column: 'E', to: 'ignore:Shelf' }],
    })
    const { job } = await call('imports.start', { draftId })
    expect(app.imports.status(job).job.id).toBe(job)
    const client = await app.accounts.client('local')
    await vi.waitFor(async () => expect(app.imports.status(job).state).toBe('done'), 60_000)
    const [first] = await Array.fromAsync(client.tokens(collectionId, { order: 'asc', size: 10 }))
    expect(first).toMatchObject({ price: 2_500_000, custom_attributes: { Artist: 'Ada' } })
  })

  it('is edited in steps that are undone one by one', async () => {
    const { call, folder, open } = await openImports()
    await makePrints(folder, 3)
    const { id: draftId } = await open()
    const rows = async () =>
      (await call('imports.rows', { draftId, offset: 0, limit: 10 })).rows.map(({ row, cells }) => [
        row,
        cells[1],
      ])
    const before = await rows()
    const first = await call('imports.edit', {
      draftId,
      edits: [
        { kind: 'remove_row', row: 2 },
        { kind: 'set', row: 4, column: 'B', value: 'x' },
      ],
    })
    expect(first).toMatchObject({ edits: 1, counts: { rows: 2, errors: 1 } })
    // The file of the removed row is no new issue.
    expect(first.rules.map(({ rule }) => rule)).toEqual(['text_too_short'])
    const second = await call('imports.edit', {
      draftId,
      edits: [{ kind: 'rename', column: 'Ink', to: 'ignore:Ink' }],
    })
    expect(second.rules[0]?.rule).toBe('missing_tag_column')
    await expect(
      call('imports.edit', { draftId, edits: [{ kind: 'remove_row', row: 2 }] }),
    ).rejects.toMatchObject({ code: 'invalid' })
    expect(await call('imports.undo', { draftId })).toMatchObject({
      edits: 1,
      counts: { errors: 1 },
    })
    expect(await rows()).toEqual([
      [3, 'Print no 2'],
      [4, 'x'],
    ])
    expect(await call('imports.undo', { draftId })).toMatchObject({
      edits: 0,
      counts: { errors: 0 },
    })
    expect(await rows()).toEqual(before)
    await expect(call('imports.undo', { draftId })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('fixes all that one rule found in one step', async () => {
    const { call, folder, open } = await openImports()
    await makePrints(folder, 3)
    await writeTable(folder, [
      header,
      ...[1, 2, 3].map((index) => print(index).map((cell) => ` ${cell}`)),
    ])
    const { id: draftId, rules } = await open()
    expect(rules).toEqual([{ rule: 'surrounding_whitespace', severity: 'warning', count: 12 }])
    const fixed = await call('imports.fixAll', { draftId, rule: 'surrounding_whitespace' })
    expect(fixed).toMatchObject({ rules: [], edits: 1 })
    await expect(call('imports.fixAll', { draftId, rule: 'unused_file' })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('removes of the rows with a name that is there already those that repeat it, and no other image', async () => {
    const { call, folder, open } = await openImports()
    await makePrints(folder, 2)
    const other = print(2).with(0, 'Print1')
    await writeTable(folder, [header, print(1), other, print(1)])
    const { id: draftId } = await open()
    const fixAll = () => call('imports.fixAll', { draftId, rule: 'duplicate_asset_name' })
    expect(await fixAll()).toMatchObject({ counts: { rows: 2, errors: 1 } })
    const { rows } = await call('imports.rows', { draftId, offset: 0, limit: 10 })
    expect(rows.map(({ row }) => row)).toEqual([2, 3])
    await expect(fixAll()).rejects.toMatchObject({ code: 'invalid' })
  })

  it('pages its issues, by rule and by severity, and its tokens with their metadata', async () => {
    const { call, folder, open } = await openImports()
    await makePrints(folder, 5)
    for (const name of ['x', 'y', 'z'])
      await copyFile(join(folder, '1.png'), join(folder, `${name}.png`))
    await writeTable(folder, [header, ...[1, 2, 3, 4, 5].map(print), ['', 'Lost', '9.png', 'blue']])
    const { id: draftId } = await open()
    const found = (change: object) => call('imports.issues', { draftId, ...all, ...change })
    const errors = await found({ severity: 'error' })
    expect(errors.issues.map(({ rule, row, letter }) => [rule, row, letter])).toEqual([
      ['file_not_found', 7, 'C'],
      ['missing_value', 7, 'A'],
    ])
    const unused = await found({ rule: 'unused_file', offset: 1, limit: 1 })
    expect([unused.total, unused.issues[0]?.value, unused.issues[0]?.letter]).toEqual([
      3,
      'y.png',
      null,
    ])
    const { tokens, total } = await call('imports.tokens', { draftId, offset: 3, limit: 1 })
    // A row with an error has its place among them.
    expect(total).toBe(6)
    expect(tokens).toMatchObject([
      {
        row: 5,
        assetName: 'Print4',
        name: 'Print no 4',
        image: { kind: 'file', name: '4.png' },
        state: 'new',
        brokenRule: null,
      },
    ])
    // It names the first of its errors.
    const wrong = await call('imports.tokens', { draftId, offset: 5, limit: 1 })
    expect(wrong.tokens).toMatchObject([{ row: 7, state: 'error', brokenRule: 'file_not_found' }])
    expect(JSON.stringify(tokens[0]?.metadata)).toContain('"ink":"blue"')
  })

  it('counts how many tokens of the plan share each trait of a token', async () => {
    const { call, folder, open } = await openImports()
    await makePrints(folder, 3)
    await writeTable(folder, [header, print(1), print(2), ['Print3', 'Print no 3', '3.png', 'red']])
    const { id: draftId } = await open()
    const traits = async (row: number) => {
      const answer = await call('imports.traits', { draftId, row })
      return { total: answer.total, ink: answer.traits.find(({ name }) => name === 'ink') }
    }
    expect(await traits(2)).toMatchObject({ total: 3, ink: { value: 'blue', count: 2 } })
    expect(await traits(4)).toMatchObject({ ink: { value: 'red', count: 1 } })
    const edits = [{ kind: 'set', row: 4, column: 'Ink', value: 'blue' } as const]
    await call('imports.edit', { draftId, edits })
    expect(await traits(2)).toMatchObject({ ink: { value: 'blue', count: 3 } })
  })

  it('is planned again with files that came later and other settings, its edits kept', async () => {
    const { call, folder, open } = await openImports()
    await makePrints(folder, 2)
    await writeTable(folder, [header, print(1), print(2), print(3)])
    const { id: draftId, counts } = await open()
    expect(counts).toMatchObject({ errors: 1, files: 2 })
    await call('imports.edit', {
      draftId,
      edits: [{ kind: 'set', row: 2, column: 'A', value: 'First' }],
    })
    await makePicture(folder, 3)
    const again = await call('imports.replan', {
      draftId,
      settings: { maxPixels: null, format: 'webp', quality: 50 },
      pinner: 'local',
    })
    expect(again).toMatchObject({ edits: 1, counts: { errors: 0, files: 3, new: 3 } })
    expect(again.settings.format).toBe('webp')
    const { tokens } = await call('imports.tokens', { draftId, offset: 0, limit: 1 })
    expect(tokens[0]?.assetName).toBe('First')
    expect(JSON.stringify(tokens[0]?.metadata)).toContain('image/webp')
    await expect(
      call('imports.replan', { draftId, settings: again.settings, pinner: 'nowhere' }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is gone once it is discarded, and when too many others were opened', async () => {
    const { call, folder, open } = await openImports()
    await makePrints(folder, 1)
    const first = await open()
    await call('imports.discard', { draftId: first.id })
    await call('imports.discard', { draftId: first.id })
    await expect(call('imports.files', { draftId: first.id })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('Open its folder again'),
    })
    const drafts = []
    for (let count = 0; count < 5; count += 1) {
      drafts.push(await open())
      await call('imports.files', { draftId: drafts[0]?.id ?? '' })
    }
    // The first was used all the time, so the second went.
    await expect(call('imports.files', { draftId: drafts[1]?.id ?? '' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is listed for a window that was loaded again, until it is started or closed', async () => {
    const harness = await openImports()
    const { call, folder, open } = harness
    await makePrints(folder, 1)
    const closed = await open()
    const started = await open()
    const edited = await open()
    const edit = { kind: 'set', row: 2, column: 'A', value: 'First' } as const
    const answer = await call('imports.edit', { draftId: edited.id, edits: [edit] })
    await call('imports.discard', { draftId: closed.id })
    expect((await call('imports.drafts', null)).map(({ id }) => id)).toEqual([
      started.id,
      edited.id,
    ])
    const { job } = await call('imports.start', { draftId: started.id })
    await endOf(harness, job)
    expect(await call('imports.drafts', null)).toEqual([answer])
  })

  it('cannot be opened without a table, a known collection or a known place to pin at', async () => {
    const { folder, open } = await openImports()
    await expect(open()).rejects.toMatchObject({
      code: 'invalid',
      details: { rule: 'table_missing' },
    })
    await makePrints(folder, 1)
    await expect(open({ collectionId: 'none' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(open({ pinner: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('reads no other file than a table, unless the user picked it', async () => {
    const { folder, open, pick } = await openImports()
    await makePrints(folder, 1)
    const other = join(folder, 'id_rsa')
    await writeFile(other, 'asset_name,name,image,Ink\r\n')
    await expect(open({ csv: other })).rejects.toMatchObject({
      code: 'invalid',
      details: { rule: 'file_not_picked' },
    })
    await pick(other)
    expect((await open({ csv: other })).tablePath).toBe(await realpath(other))
  })
})

describe('what is saved', () => {
  it('goes where the user says, never over their own table', async () => {
    const { call, folder, home, open, state } = await openImports()
    await makePrints(folder, 2)
    await makePicture(folder, 3)
    const { id: draftId } = await open()
    expect(await call('imports.saveTable', { draftId })).toBeNull()
    expect(state.suggested).toEqual(['prints-fixed.csv'])
    await call('imports.edit', { draftId, edits: [{ kind: 'remove_row', row: 2 }] })
    state.saveTo = join(home, 'saved.csv')
    expect(await call('imports.saveTable', { draftId })).toBe(state.saveTo)
    expect(new TextDecoder().decode(await readFile(state.saveTo))).toBe(
      'asset_name,name,image,Ink\r\nPrint2,Print no 2,2.png,blue\r\n',
    )
    // the name that the user picks decides the format
    expect(await call('imports.saveReport', { draftId, kind: 'html' })).toBe(state.saveTo)
    expect(state.suggested.at(-1)).toBe('prints-report.html')
    expect(await readFile(state.saveTo, 'utf8')).toContain('warning,unused_file,,,3.png')
    state.saveTo = join(home, 'report')
    await call('imports.saveReport', { draftId, kind: 'html' })
    expect(await readFile(state.saveTo, 'utf8')).toMatch(/^<!doctype html>[^]*unused_file/u)
    state.saveTo = join(folder, 'prints.csv')
    await expect(call('imports.saveTable', { draftId })).rejects.toMatchObject({ code: 'invalid' })
  })
})
