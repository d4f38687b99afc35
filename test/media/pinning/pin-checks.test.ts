import { expect, it, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { createPinChecks, errorsWithDetails } from '#media/pinning/check-pins.ts'
import { pinningSchema } from '#media/pinning/pin-targets.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

it('a failed check of before errors had details is forgotten, so that it is repeated', async () => {
  const path = `${temporaryFolder()}/app.db`
  const { name, steps } = pinningSchema
  const before = steps.slice(0, steps.indexOf(errorsWithDetails))
  const old = new Database(path, [{ name, steps: before }])
  const at = '2026-11-26T00:00:00.000Z'
  const store = (target: string, error: string | null): void => {
    const result = JSON.stringify({ name: target, at, error, check: null, repaired: null })
    old.upsert('pin_checks', { target, result }, 'target')
  }
  store('failed', 'kubo answered with HTTP 500.')
  store('good', null)
  old.close()
  const db = new Database(path, [pinningSchema])
  onTestFinished(() => db.close())
  expect(createPinChecks(db).list()).toMatchObject([{ name: 'good', error: null }])
})
