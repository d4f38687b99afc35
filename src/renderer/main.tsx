import '@mantine/core/styles.css'
import '@mantine/spotlight/styles.css'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'
// before the styles of the views, which may extend a component
import './ui/parts.module.css'
// before any text is made
import './locale.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { Root } from './root.tsx'
import { queryClient } from './data/query-client.ts'
import { followApp } from './stores/follow.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
// The content policy forbids code from text, which zod would use for faster checks.
z.config({ jitless: true })
followApp()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Root />
    </QueryClientProvider>
  </StrictMode>,
)
