import swagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import packageJson from '#package' with { type: 'json' }
import type { TypedApp } from '#platform/http/loopback-server.ts'

/** `GET /openapi.json`: OpenAPI 3.1 from the schemas that validate the requests. */
export const addOpenApi = async (app: TypedApp): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Coldpress studio',
        description: 'The minting service that Coldpress carries. It answers on loopback only.',
        version: packageJson.version,
        license: { name: packageJson.license, identifier: packageJson.license },
      },
      components: {
        securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      },
      security: [{ apiKey: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/openapi.json', { schema: { hide: true }, config: { public: true } }, async () =>
    app.swagger(),
  )
}
