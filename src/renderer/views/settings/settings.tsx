import type { SettingsSection } from '../../stores/navigation.ts'
import { Page } from '../../ui/page.tsx'

export const SettingsView = (_props: { readonly section: SettingsSection | undefined }) => (
  <Page title="Settings">{null}</Page>
)
