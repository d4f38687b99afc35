import { expect, it, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { createPinRecords } from '#media/pinning/pin-records.ts'
import { pinningSchema } from '#media/pinning/pin-targets.ts'
import { hello } from './service-test.ts'

it('a pin is of one image at one place: its kind, its address and its peer', () => {
  const db = new Database(':memory:', [pinningSchema])
  onTestFinished(() => db.close())
  const records = createPinRecords(db)
  const peersOf = () => records.of(hello).map(({ peer }) => peer)
  const node = { kind: 'kubo', url: 'http://127.0.0.1:5001', peer: 'one' }
  const other = { ...node, peer: 'other' }
  records.note(node, { held: [hello], lost: [] })
  records.note(other, { held: [], lost: [hello] })
  expect(peersOf()).toEqual(['one'])
  records.note(other, { held: [hello], lost: [] })
  records.note({ ...node, url: 'http://127.0.0.1:5002' }, { held: [], lost: [hello] })
  records.note({ ...node, kind: 'filebase' }, { held: [], lost: [hello] })
  expect(peersOf().toSorted()).toEqual(['one', 'other'])
  records.note(node, { held: [], lost: [hello] })
  expect(peersOf()).toEqual(['other'])
})
