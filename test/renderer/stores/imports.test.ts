import { beforeEach, describe, expect } from 'vitest'
import { resumeImport } from '#renderer/stores/imports.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { bad, bridgeTest as test, next, ok } from '../fake-bridge.ts'

const words = text.importing
const start = { view: 'import' } as const
const run = { view: 'import', job: 'j' } as const
const elsewhere = { view: 'settings' } as const

beforeEach(() => {
  useNotices.setState({ notices: [] })
  useNavigation.setState({ route: start, past: [] })
})

const route = () => useNavigation.getState().route
const notices = () => useNotices.getState().notices

describe('resuming an import', () => {
  test('leads to its run while the user waits for it', async () => {
    const done = resumeImport('j')
    await next('imports.resume').answer(ok({ job: 'j' }))
    await done
    expect(route()).toEqual(run)
    expect(notices()).toEqual([])
  })

  test('takes nobody away who has moved on; a notice leads to the run', async () => {
    const done = resumeImport('j')
    useNavigation.getState().go(elsewhere)
    await next('imports.resume').answer(ok({ job: 'j' }))
    await done
    expect(route()).toEqual(elsewhere)
    expect(notices()).toMatchObject([{ text: words.resumed }])
    notices()[0]?.action?.run()
    expect(route()).toEqual(run)
  })

  test('prepares it again where its files have errors since, and takes nobody away for it', async () => {
    const done = resumeImport('j')
    useNavigation.getState().go(elsewhere)
    await next('imports.resume').answer({
      ok: false,
      error: { code: 'invalid', message: 'Two rows have errors.', details: { errors: 2 } },
    })
    await next('imports.reopen').answer(ok({ id: 'd', job: 'j' }))
    await done
    expect(route()).toEqual(elsewhere)
    expect(notices()).toMatchObject([{ text: words.reopened }])
    notices()[0]?.action?.run()
    expect(route()).toEqual(start)
  })

  test('that fails changes neither the view nor the notices', async () => {
    const failed = resumeImport('j').catch((error: unknown) => error)
    await next('imports.resume').answer(bad('The service does not answer.'))
    expect(await failed).toMatchObject({ message: 'The service does not answer.' })
    expect(route()).toEqual(start)
    expect(notices()).toEqual([])
  })
})
