import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z, type ZodType } from 'zod';
import { errorBody, errorStatus, type ErrorCode } from '../../contract/errors.ts';
import type { StaffRole } from '../../domain/account/roles.ts';
import { brand } from '../../domain/content/brand.ts';
import { OPENAPI_PATH, REFERENCE_PATH } from '../../server/platform/http/openApi.ts';
import { errorMeanings } from './errorMeanings.ts';
import { examples, type Example } from './examples.ts';
import { operations, tags, type Operation } from './operations.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from './types.ts';

type Authentication = 'required' | 'optional' | 'none';

/** The method, and the path as Fastify writes it. */
const keyOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;

/**
 * The input schema of `z.preprocess` accepts anything. The document shows the schema that the value must match afterwards. Values
 * that JSON Schema cannot describe are left open.
 */
function describeInput({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void {
  const { def } = zodSchema._zod;
  if (def.type !== 'pipe' || def.in._zod.def.type !== 'transform') return;
  const { $schema: _, ...described } = z.toJSONSchema(def.out as ZodType, zodToJson('input'));
  Object.assign(jsonSchema, described);
}

const zodToJson = (io: 'input' | 'output') =>
  ({ io, target: 'draft-2020-12', unrepresentable: 'any', override: describeInput }) as const;

/** Whether a route is in the document: the API and its probes are; pages, pictures, the sandbox and the mailbox are not. */
const isDescribed = (url: string): boolean =>
  (url.startsWith('/api/') && url !== OPENAPI_PATH && !url.startsWith(REFERENCE_PATH)) ||
  url === '/healthz' ||
  url === '/readyz';

/** Those of `operations`, and those that follow from the route. */
function errorCodes(
  operation: Operation,
  route: {
    authentication: Authentication;
    isForStaff: boolean;
    needsFactor: boolean;
    stepsUp: boolean;
    hasInput: boolean;
  },
) {
  const codes = new Set<ErrorCode>(operation.errors);
  if (route.hasInput)
    for (const code of ['bad-input', 'too-large', 'unsupported-media'] as const) codes.add(code);
  if (route.authentication !== 'none') codes.add('unauthenticated');
  if (route.isForStaff) codes.add('not-allowed');
  if (route.needsFactor) codes.add('second-factor-needed').add('second-factor-missing').add('weak-password');
  if (route.stepsUp) codes.add('second-factor-needed');
  codes.add('internal').add('unavailable');
  return (Object.keys(errorStatus) as ErrorCode[]).filter((code) => codes.has(code));
}

function errorResponses(codes: readonly ErrorCode[]): Record<string, OpenApiResponse> {
  const responses: Record<string, OpenApiResponse> = {};
  for (const code of codes) {
    const meaning = `\`${code}\`: ${errorMeanings[code]}`;
    const response = responses[errorStatus[code]];
    if (response) response.description += `\n\n${meaning}`;
    else {
      responses[errorStatus[code]] = {
        description: meaning,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      };
    }
  }
  return responses;
}

const exampleOf = (name: string, values: Readonly<Record<string, unknown>>): { example?: unknown } =>
  name in values ? { example: values[name] } : {};

const security: Record<Authentication, OpenApiOperation['security']> = {
  required: [{ accessToken: [] }],
  optional: [{}, { accessToken: [] }],
  none: [],
};

/**
 * Collects the routes of an application; registered before them. `document()` returns the OpenAPI 3.1 document once the
 * application is ready, and throws for a route that `operations` does not describe.
 */
export function openApiCollector(): {
  readonly collect: (app: FastifyInstance) => Promise<void>;
  readonly document: (app: FastifyInstance) => OpenApiDocument;
} {
  const authentications = new Map<string, Authentication>();
  const requiredRoles = new Map<string, StaffRole>();
  /** They set the second factor up or prove it. */
  const withoutFactor = new Set<string>();
  /** They need the second factor of the account, if it has one. */
  const steppingUp = new Set<string>();
  const toJson = createJsonSchemaTransform({
    skipList: [],
    zodToJsonConfig: { unrepresentable: 'any', override: describeInput },
  });

  const transform: FastifyDynamicSwaggerOptions['transform'] = (route) => {
    const { schema, url } = route;
    if (!isDescribed(url)) return { schema: { ...schema, hide: true }, url };
    // Error responses are added later: all operations refer to one schema.
    const { response, ...rest } = (schema ?? {}) as { response?: Record<string, unknown> };
    const success = Object.entries(response ?? {}).filter(([status]) => /^2\d\d$/.test(status));
    const described = { ...rest, ...(success.length > 0 ? { response: Object.fromEntries(success) } : {}) };
    return toJson({ ...route, schema: described });
  };

  return {
    async collect(app) {
      await app.register(swagger, {
        openapi: {
          openapi: '3.1.0',
          info: {
            title: `${brand.name} API`,
            version: '1',
            description:
              'Dates and times are Asia/Kolkata. A trailing slash may be left out. Bodies are shown as JSON; urlencoded and multipart forms with the same fields are accepted too.',
          },
          tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
          components: {
            securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
          },
        },
        transform,
      });
      app.addHook('onRoute', ({ method, url, onRequest, config }) => {
        for (const each of [method].flat()) {
          if (config?.role) requiredRoles.set(keyOf(each, url), config.role);
          if (config?.secondFactor === false) withoutFactor.add(keyOf(each, url));
          if (config?.stepUp === true) steppingUp.add(keyOf(each, url));
        }
        const hooks: readonly unknown[] = [onRequest].flat();
        const authentication =
          config?.role !== undefined || hooks.includes(app.requireToken) || hooks.includes(app.requireSession)
            ? 'required'
            : hooks.includes(app.recogniseUser)
              ? 'optional'
              : 'none';
        for (const each of [method].flat()) authentications.set(keyOf(each, url), authentication);
      });
    },

    document(app) {
      const document = structuredClone(app.swagger()) as unknown as OpenApiDocument;
      const undescribed: string[] = [];
      const { $schema: _, ...errorSchema } = z.toJSONSchema(errorBody, zodToJson('output'));
      document.components.schemas = { Error: errorSchema };
      for (const [path, methods] of Object.entries(document.paths)) {
        for (const [method, entry] of Object.entries(methods)) {
          const key = keyOf(method, path);
          const operation = operations[key];
          if (operation === undefined) {
            undescribed.push(key);
            continue;
          }
          const { requestBody, parameters = [], responses, ...rest } = entry;
          const authentication = authentications.get(key) ?? 'none';
          const role = requiredRoles.get(key);
          const schema = requestBody?.content['application/json']?.schema;
          const example: Example = examples[operation.id] ?? {};
          const success = Object.entries(responses).map(([status, response]): [string, OpenApiResponse] => [
            status,
            operation.produces === undefined
              ? response
              : {
                  description: response.description,
                  content: { [operation.produces]: { schema: { type: 'string' } } },
                },
          ]);
          methods[method] = {
            ...rest,
            operationId: operation.id,
            tags: [operation.tag],
            summary: operation.summary,
            ...(role !== undefined && {
              description: `For staff with the role \`${role}\` or a higher one.`,
            }),
            security: security[authentication],
            ...(parameters.length > 0 && {
              parameters: parameters.map((parameter) => ({
                ...parameter,
                ...exampleOf(parameter.name, { ...example.query, ...example.path }),
              })),
            }),
            ...(schema && {
              requestBody: {
                required: true,
                content: { 'application/json': { schema, example: example.body } },
              },
            }),
            ...(operation.consumes && {
              requestBody: {
                required: true,
                content: Object.fromEntries(operation.consumes.map((type) => [type, { schema: {} }])),
              },
            }),
            responses: {
              ...Object.fromEntries(success),
              ...errorResponses(
                errorCodes(operation, {
                  authentication,
                  isForStaff: role !== undefined,
                  needsFactor: role !== undefined && !withoutFactor.has(key),
                  stepsUp: steppingUp.has(key),
                  hasInput: schema !== undefined || parameters.length > 0,
                }),
              ),
            },
          };
        }
      }
      if (undescribed.length > 0)
        throw new Error(`tools/openapi/operations.ts lacks ${undescribed.join(', ')}.`);
      return document;
    },
  };
}
