import { beforeEach, expect, it } from 'vitest'
import { stepForError } from '#renderer/stores/error-steps.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'

beforeEach(() => useNavigation.setState({ route: { view: 'collections' }, past: [] }))

it.each([
  [{ misdirected: 'service' }, 'accounts'],
  [{ misdirected: 'gateway' }, 'gateways'],
  [{ rule: 'no_gateway' }, 'gateways'],
  [{ rule: 'no_pin_target' }, 'pinning'],
  [{ rule: 'no_event_list' }, 'inbox'],
] as const)('an error with the details %j leads to the %s', (details, section) => {
  const step = stepForError({ details })
  expect(step?.label).toBe(text.common.steps[section])
  step?.run()
  expect(useNavigation.getState().route).toEqual({ view: 'settings', section })
  // It is shown now.
  expect(stepForError({ details })).toBeUndefined()
})

it('an error of another kind leads nowhere', () => {
  expect(stepForError({ details: { rule: 'constructor', status: 404 } })).toBeUndefined()
})
