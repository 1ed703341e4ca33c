"""The engine's public interface: everything that the page, the API and the command line may import.

``evaluate`` computes what `oc process` and the kubelet would do with a text. The other names are the parts of its
result, the functions that print them, and the engine's limits.
"""

from playground.engine.authoring.parameterizing import (
    NewParameter,
    line_left,
    make_parameter,
    new_parameter_at,
    why_no_new_name,
)
from playground.engine.authoring.suggestions import suggest
from playground.engine.authoring.suggestions.model import SUGGESTION_RULES, Note, Suggestion, Suggestions
from playground.engine.authoring.suggestions.templating import NewTemplate, NoTemplate, template_of
from playground.engine.authoring.value_places import MOST_MENTIONS, ValuePlace
from playground.engine.cluster import CLUSTER_KEYS
from playground.engine.cluster.node import ALLOCATABLE
from playground.engine.containers.environment import (
    ContainerEnvironment,
    ExpandedText,
    Fate,
    OriginKind,
    Variable,
    VariableReference,
)
from playground.engine.containers.events import Event, ObjectEventRecorder, ObjectReference, object_event_recorder_for
from playground.engine.containers.specification import UNRESOLVED_VARIABLE, expand, mapping_func_for
from playground.engine.containers.visible import visible_variables
from playground.engine.evaluation import Evaluation
from playground.engine.exporting.files import archive
from playground.engine.exporting.helm import Chart, helm_chart
from playground.engine.exporting.helm.commands import NAMESPACE, PLACEHOLDER, install_line, lint_line, ownership_lines
from playground.engine.exporting.helm.names import is_chart_name
from playground.engine.exporting.helm.values import GENERATED_FILE
from playground.engine.exporting.kustomize import Kustomization, kustomization, refused_overlay_name
from playground.engine.kubernetes.names import (
    LONGEST_NAME,
    label_value_errors,
    qualified_name_errors,
    strict_env_name_errors,
    subdomain_errors,
)
from playground.engine.kubernetes.pods import field_at, items_of, name_of
from playground.engine.kubernetes.registered import is_object, is_registered
from playground.engine.kubernetes.schema import Field
from playground.engine.kubernetes.texts import begins_like_kubernetes, is_kubernetes_text, may_be_kubernetes
from playground.engine.kubernetes.versions import KUBERNETES_VERSIONS
from playground.engine.model.causes import Issue, fixes_with_one_meaning
from playground.engine.model.deadline import Deadline, OutOfTimeError
from playground.engine.model.diagnostics import Diagnostic, Edit, Fix, Likeness, Related, Rule, Severity
from playground.engine.model.inputs import Inputs
from playground.engine.model.limits import Limits
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.model.refusal import Refusal
from playground.engine.pipeline import evaluate, first_template, process_template
from playground.engine.printing.aligned import Aligned, aligned
from playground.engine.printing.answers import expansion_answer
from playground.engine.printing.apply_errors import apply_errors
from playground.engine.printing.comparison import MISSING, Difference, compare
from playground.engine.printing.diagnostics import diagnostic_json, span_json
from playground.engine.printing.diff import DiffLine, diff_lines
from playground.engine.printing.kind_fields import (
    kind_fields,
    kinds_digest,
    kinds_list,
    type_words,
    versions_words,
    written_field,
)
from playground.engine.printing.masking import MASK, Masking
from playground.engine.printing.oc.objects import list_of, list_text, object_text
from playground.engine.printing.outcomes import ORIGINS, outcome
from playground.engine.printing.page_lines import printed_size
from playground.engine.printing.shapes import (
    LONGEST_OUTPUT,
    SHAPES,
    SYNTAXES,
    OutputLine,
    OutputLines,
    OutputTooLongError,
    output_lines,
)
from playground.engine.reading import (
    Document,
    Source,
    SourceError,
    SourceProblem,
    SourceText,
    apply_edits,
    read,
    read_plain,
)
from playground.engine.reading.objects import Piece, TracedObject
from playground.engine.rules import FAMILIES, RULES, codes_named, explain, nearest_rule
from playground.engine.rules.editor.definitions import definitions_at
from playground.engine.rules.editor.half_typed import readable_around
from playground.engine.rules.editor.offers import kind_at, offered_fields, offered_values, path_in_object, siblings_of
from playground.engine.rules.editor.renaming import (
    NamePlace,
    Renaming,
    VariableAt,
    place_at,
    rename,
    renaming_at,
    variable_at,
    why_not_renamed,
)
from playground.engine.rules.editor.typed_place import TypedPlace, typed_places
from playground.engine.rules.editor.visible_names import VisibleName, names_at
from playground.engine.rules.fixes.define_variable import define_assumed
from playground.engine.rules.registry import MOST_FINDINGS
from playground.engine.rules.registry import MOST_WRITTEN as MOST_FIXED
from playground.engine.rules.secrets.written_secrets import WrittenSecret, written_secrets
from playground.engine.templates import Origin, ParameterReference, ParameterValue, ProcessedTemplate
from playground.engine.templates.generators import GeneratorError
from playground.engine.templates.generators import plan_of as plan_of_expression
from playground.engine.templates.generators.regex import DEEPEST as DEEPEST_EXPRESSION
from playground.engine.templates.generators.regex import LONGEST_CLASS, LONGEST_CLASSES, LONGEST_EXPRESSION
from playground.engine.templates.generators.regex import MOST_STEPS as MOST_DRAW_STEPS
from playground.engine.templates.refusals import decoding_error, object_decoding_error, refusal, refused_unread
from playground.engine.templates.secrets import secret_parameters, tells_secret
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import (
    Template,
    decode,
    decoding_problems_in,
    dialect_of,
    envelope_error,
    head_key,
    is_template,
)
from playground.engine.templates.types import ConversionError, convert
from playground.engine.text.go import escaped_by_code as go_quoted_by_code
from playground.engine.text.go import plain_double as go_double
from playground.engine.text.go import quote as go_quote
from playground.engine.text.go import to_json as go_json
from playground.engine.text.invisible import INVISIBLE, code_of, escaped
from playground.engine.text.joining import joined
from playground.engine.text.nearest import did_you_mean
from playground.engine.text.nearest import nearest as nearest_name
from playground.engine.text.parameter_file import (
    SET_NAME,
    AssignmentMissingError,
    parameter_file,
    parse_parameter_file,
)
from playground.engine.text.secret_names import looks_secret
from playground.engine.text.secrets import SECRET_BITS, holds_secret
from playground.engine.validation import given_refusal
