import { call } from '#renderer/bridge.ts'
import { ScanPanel } from '../frame/scan-panel.tsx'
import { useScan } from '../frame/use-scan.ts'

/** Reads a public policy file from the codes of another computer. */
export const PolicyScanner = ({ onRead }: { readonly onRead: (text: string) => void }) => {
  const scan = useScan({
    send: async (parts, restart) => {
      const { progress, text } = await call('policies.scan', { parts, restart })
      if (text !== null) onRead(text)
      return { progress, isDone: text !== null }
    },
  })
  return <ScanPanel scan={scan} />
}
