/**
 * The request of each tenant: its schemas and its examples.
 * @module
 */
import type { TSchema } from "@sinclair/typebox";
import { RecommendationRequestBase } from "../request.ts";
import { pascalCase } from "./about.ts";
import { type Json, type JsonObject, plainSchema, ref } from "./schema.ts";

export interface DocumentedTenant {
  slug: string;
  name: string;
  payloadSchema: TSchema;
}

export function requestBody(tenant: DocumentedTenant): JsonObject {
  const prefix = pascalCase(tenant.slug);
  const example = (name: string) => ({ $ref: `#/components/examples/${prefix}${name}` });
  return {
    required: true,
    description: `The measurements under \`${tenant.slug}\`, the cycle context and perhaps a question.`,
    content: {
      "application/json": {
        schema: ref(`${prefix}RecommendationRequest`),
        examples: {
          with_question: example("WithQuestion"),
          without_question: example("WithoutQuestion"),
        },
      },
    },
  };
}

/** @param named takes the schemas that all requests share */
export function requestComponents(
  tenants: readonly DocumentedTenant[],
  named: JsonObject,
): Record<"schemas" | "examples", JsonObject> {
  const schemas: JsonObject = {};
  const examples: JsonObject = {};
  const base = plainSchema(RecommendationRequestBase, named);
  for (const tenant of tenants) {
    const prefix = pascalCase(tenant.slug);
    const payload = opened(plainSchema(tenant.payloadSchema, named));
    schemas[`${prefix}Payload`] = payload;
    schemas[`${prefix}RecommendationRequest`] = {
      ...base,
      description: `A request with ${tenant.name} measurements.`,
      properties: {
        ...(base.properties as JsonObject),
        [tenant.slug]: ref(`${prefix}Payload`),
      },
      required: [...(base.required as string[]), tenant.slug],
    };
    examples[`${prefix}WithQuestion`] = {
      summary: "With a question",
      value: requestExample(tenant),
    };
    examples[`${prefix}WithoutQuestion`] = {
      summary: "Without a question: the answer tells what stands out",
      value: requestWithoutQuestion(tenant),
    };
  }
  return { schemas, examples };
}

/** A request that is answered as it stands. Every wearable tells how long she slept. */
export function requestExample(tenant: DocumentedTenant): JsonObject {
  const query = "Why did I sleep less this week and what can I do about it?";
  return { ...requestBase(tenant), query };
}

/** The same without a question: what stands out is told. */
export function requestWithoutQuestion(tenant: DocumentedTenant): JsonObject {
  return { ...requestBase(tenant), request_id: "019d5a3e-7c1b-7c2e-9a51-3d2b6f1e8a02" };
}

function requestBase(tenant: DocumentedTenant): JsonObject {
  const [payload = {}]: JsonObject[] = tenant.payloadSchema.examples ?? [];
  return {
    request_id: "019d5a3e-7c1b-7c2e-9a51-3d2b6f1e8a01",
    // Without daylight saving, so that the offsets of the payloads fit it on every day of the year.
    timezone: "Africa/Johannesburg",
    safety_mode: "strict",
    minimum_confidence: 0.5,
    user_context: { cycle_phase: "luteal", cycle_day: 22, life_stage: "reproductive" },
    [tenant.slug]: payload,
  };
}

/**
 * Says of each object that it may have further members, as every vendor's has. Without the word a
 * generated client refuses them.
 */
function opened(node: Json): Json {
  if (Array.isArray(node)) return node.map(opened);
  if (typeof node !== "object" || node === null) return node;
  const { type, additionalProperties = true } = node;
  const inner = Object.fromEntries(
    Object.entries(node).map(([key, each]) => [key, key === "examples" ? each : opened(each)]),
  );
  const isObject = type === "object" || (Array.isArray(type) && type.includes("object"));
  return isObject ? { ...inner, additionalProperties } : inner;
}
