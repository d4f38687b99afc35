import { Globe } from 'lucide-react'
import type { ServiceNetwork } from '#values/networks/networks.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'

/** The network that something is on. Mainnet stands out most: only there is the ADA real. */
export const NetworkBadge = ({ network }: { readonly network: ServiceNetwork }) => (
  <StatusBadge tone={network === 'mainnet' ? 'inverted' : 'plain'} icon={Globe}>
    {text.common.networks[network]}
  </StatusBadge>
)
