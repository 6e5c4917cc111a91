import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z, type ZodType } from 'zod';
import { errorBody, errorStatus, type ErrorCode } from '../../contract/errors.ts';
import type { RequiredRole } from '../../domain/account/roles.ts';
import { brand } from '../../domain/content/brand.ts';
import { OPENAPI_PATH, REFERENCE_PATH } from '../../server/platform/http/plugins/openApi.ts';
import { errorMeanings } from './errorMeanings.ts';
import { examples, type Example } from './examples.ts';
import { tags } from './tags.ts';
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

/** A route as it was registered, and what follows from it. */
interface Route {
  readonly schema: FastifySchema;
  readonly authentication: Authentication;
  readonly role: RequiredRole | undefined;
  /** Whether it needs the second factor of the staff: calls that set it up or prove it do not. */
  readonly needsFactor: boolean;
  /** Whether it needs the second factor of the account, if it has one. */
  readonly stepsUp: boolean;
}

/** Those of the route's schema, and those that follow from the route. */
function errorCodes({ schema, authentication, role, needsFactor, stepsUp }: Route, hasInput: boolean) {
  const codes = new Set<ErrorCode>(schema.errors);
  if (hasInput) for (const code of ['bad-input', 'too-large', 'unsupported-media'] as const) codes.add(code);
  if (authentication !== 'none') codes.add('unauthenticated');
  if (role !== undefined) codes.add('not-allowed');
  if (needsFactor) codes.add('second-factor-needed').add('second-factor-missing').add('weak-password');
  if (stepsUp) codes.add('second-factor-needed');
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
 * application is ready, and throws for a route whose schema lacks its id, its summary or a known tag.
 */
export function openApiCollector(): {
  readonly collect: (app: FastifyInstance) => Promise<void>;
  readonly document: (app: FastifyInstance) => OpenApiDocument;
} {
  const routes = new Map<string, Route>();
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
      app.addHook('onRoute', ({ method, url, onRequest, config, schema = {} }) => {
        const hooks: readonly unknown[] = [onRequest].flat();
        const authentication =
          config?.role !== undefined || hooks.includes(app.requireToken) || hooks.includes(app.requireSession)
            ? 'required'
            : hooks.includes(app.recogniseUser)
              ? 'optional'
              : 'none';
        const route: Route = {
          schema,
          authentication,
          role: config?.role,
          needsFactor: config?.role !== undefined && config.secondFactor !== false,
          stepsUp: config?.stepUp === true,
        };
        for (const each of [method].flat()) routes.set(keyOf(each, url), route);
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
          const route = routes.get(key);
          const { operationId, tags: [tag] = [], summary, produces, consumes } = route?.schema ?? {};
          if (!route || operationId === undefined || summary === undefined || !(tag && tag in tags)) {
            undescribed.push(key);
            continue;
          }
          const { requestBody, parameters = [], responses } = entry;
          const { authentication, role } = route;
          const schema = requestBody?.content['application/json']?.schema;
          const example: Example = examples[operationId] ?? {};
          const success = Object.entries(responses).map(([status, response]): [string, OpenApiResponse] => [
            status,
            produces === undefined
              ? response
              : {
                  description: response.description,
                  content: Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string' } }])),
                },
          ]);
          methods[method] = {
            operationId,
            tags: [tag],
            summary,
            ...(role !== undefined && {
              description:
                role === 'employee'
                  ? 'For every role of the staff.'
                  : `For staff with the role \`${role}\` or a higher one.`,
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
            ...(consumes && {
              requestBody: {
                required: true,
                content: Object.fromEntries(consumes.map((type) => [type, { schema: {} }])),
              },
            }),
            responses: {
              ...Object.fromEntries(success),
              ...errorResponses(errorCodes(route, schema !== undefined || parameters.length > 0)),
            },
          };
        }
      }
      if (undescribed.length > 0)
        throw new Error(`The schema needs operationId, summary and a known tag: ${undescribed.join(', ')}.`);
      // Sorted, so that registering routes in another order changes nothing.
      document.paths = Object.fromEntries(
        Object.entries(document.paths).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      );
      return document;
    },
  };
}
