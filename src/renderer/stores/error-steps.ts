import type { ErrorInfo } from '#contract/window/call.ts'
import { text } from '../text/en.ts'
import { useNavigation } from './navigation.ts'

/** Where errors of these rules lead. */
const sectionOfRule: Readonly<Record<string, keyof typeof text.common.steps>> = {
  no_gateway: 'gateways',
  no_pin_target: 'pinning',
  no_event_list: 'inbox',
}
/** Where a peer is set up that a call was misdirected to. */
const sectionOfPeer: typeof sectionOfRule = { service: 'accounts', gateway: 'gateways' }

/** The section of the settings where the cause of an error is removed, unless it is the one that is shown. */
export const stepForError = ({
  details: { rule, misdirected },
}: Pick<ErrorInfo, 'details'>):
  | { readonly label: string; readonly run: () => void }
  | undefined => {
  const section = own(sectionOfRule, rule) ?? own(sectionOfPeer, misdirected)
  const { route, go } = useNavigation.getState()
  const shown = route.view === 'settings' ? (route.section ?? 'accounts') : undefined
  if (section === undefined || section === shown) return undefined
  return { label: text.common.steps[section], run: () => go({ view: 'settings', section }) }
}

const own = (sections: typeof sectionOfRule, key: unknown) =>
  typeof key === 'string' && Object.hasOwn(sections, key) ? sections[key] : undefined
