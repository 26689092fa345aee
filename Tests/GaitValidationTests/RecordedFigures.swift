/// Figures of ``SyntheticStudy`` by an independent scorer: another program, in another language, made
/// from the same definitions.
///
/// To make them again, write the study (`GAIT_SYNTHETIC_STUDY=STUDY swift test --filter kept`) and
/// give it to that program: `score_events.py all STUDY/results --data STUDY/data --json events.json`;
/// `lab_reference.py REF --data STUDY/data/mobgap` (with the recordings gzipped) and, for INDIP and
/// for Stereophoto, `score_lab.py --ref-root REF/INDIP --out-root STUDY/results/mobgap --json lab.json`.
///
/// dataset;site;system;stage;figure;value;person median;person worst
enum RecordedFigures {
  static let lines = laboratory + "\n" + walks

  /// Data sets of walks, by contacts and bouts.
  private static let walks = """
    oxford_steps;;;recordings;recordings;3;;
    oxford_steps;;;recordings;without analysis;1;;
    oxford_steps;;;steps;MAE;34.52220241;2.028145695;100
    oxford_steps;;;steps;SD;57.90385387;;
    oxford_steps;;;steps;bias;-33.17010528;;
    oxford_steps;;;steps;counted steps;129.2980132;;
    oxford_steps;;;steps;error of the sum;-33.69332654;;
    oxford_steps;;;steps;median absolute error;2.028145695;;
    oxford_steps;;;steps;true steps;195;;
    oxford_steps;;;steps;whole recording MAE;37.98076923;;
    oxford_steps;;;steps;within 5 %;0.6666666667;;
    oxford_steps;bag;;recordings;recordings;1;;
    oxford_steps;bag;;recordings;without analysis;1;;
    oxford_steps;bag;;steps;MAE;100;100;100
    oxford_steps;bag;;steps;bias;-100;;
    oxford_steps;bag;;steps;counted steps;0;;
    oxford_steps;bag;;steps;error of the sum;-100;;
    oxford_steps;bag;;steps;median absolute error;100;;
    oxford_steps;bag;;steps;true steps;66;;
    oxford_steps;bag;;steps;whole recording MAE;100;;
    oxford_steps;bag;;steps;within 5 %;0;;
    oxford_steps;pocket;;recordings;recordings;2;;
    oxford_steps;pocket;;recordings;without analysis;0;;
    oxford_steps;pocket;;steps;MAE;1.783303617;1.783303617;2.028145695
    oxford_steps;pocket;;steps;SD;2.521972161;;
    oxford_steps;pocket;;steps;bias;0.2448420785;;
    oxford_steps;pocket;;steps;counted steps;129.2980132;;
    oxford_steps;pocket;;steps;error of the sum;0.2310180194;;
    oxford_steps;pocket;;steps;median absolute error;1.783303617;;
    oxford_steps;pocket;;steps;true steps;129;;
    oxford_steps;pocket;;steps;whole recording MAE;6.971153846;;
    oxford_steps;pocket;;steps;within 5 %;1;;
    sisfall;;;activity;any walking found in walking;1;;
    sisfall;;;activity;false walking in jumping;28.224;;
    sisfall;;;activity;false walking in jumping, recordings;1;;
    sisfall;;;activity;false walking in other activities;21.376;;
    sisfall;;;activity;false walking in other activities, recordings;0.6666666667;1;
    sisfall;;;activity;false walking without jumping and possible steps;0;;
    sisfall;;;activity;false walking without jumping and possible steps, recordings;0;;
    sisfall;;;activity;mean share found of walking;0.4908;;
    sisfall;;;activity;right direction on stairs;0.5;;
    sisfall;;;activity;running found;0;;
    sisfall;;;activity;running taken for walking;0.5;;
    sisfall;;;activity;stairs found as gait;0.5;;
    sisfall;;;activity;stairs found as stairs;1;;
    sisfall;;;activity;stumbling walk found;1;;
    sisfall;;;activity;time of running taken for walking;0.294;;
    sisfall;;;activity;time of stairs found as gait;0.497;;
    sisfall;;;activity;walking found;0.5;0.5;0
    sisfall;;;activity;walking taken for stairs;0.5;;
    sisfall;;;recordings;recordings;10;;
    sisfall;;;recordings;without analysis;0;;
    spsw_har;;;activity;any true walking found;1;;
    spsw_har;;;activity;false walking outside walking;0;;
    spsw_har;;;gait sequences;F1;0.7927927928;0.7927927928;0.7927927928
    spsw_har;;;gait sequences;precision;0.7586206897;;
    spsw_har;;;gait sequences;recall;0.8301886792;;
    spsw_har;;;recordings;recordings;2;;
    spsw_har;;;recordings;without analysis;0;;
    spsw_har;;;walking bouts;F1;0.6848635236;0.6797829204;0.5978835979
    spsw_har;;;walking bouts;precision;1;;
    spsw_har;;;walking bouts;recall;0.520754717;;
    spsw_har;pocket;;activity;any true walking found;1;;
    spsw_har;pocket;;activity;false walking outside walking;0;;
    spsw_har;pocket;;gait sequences;F1;0.7927927928;0.7927927928;0.7927927928
    spsw_har;pocket;;gait sequences;precision;0.7586206897;;
    spsw_har;pocket;;gait sequences;recall;0.8301886792;;
    spsw_har;pocket;;recordings;recordings;1;;
    spsw_har;pocket;;recordings;without analysis;0;;
    spsw_har;pocket;;walking bouts;F1;0.761682243;0.761682243;0.761682243
    spsw_har;pocket;;walking bouts;precision;1;;
    spsw_har;pocket;;walking bouts;recall;0.6150943396;;
    spsw_har;wrist;;activity;any true walking found;1;;
    spsw_har;wrist;;activity;false walking outside walking;0;;
    spsw_har;wrist;;gait sequences;F1;0.7927927928;0.7927927928;0.7927927928
    spsw_har;wrist;;gait sequences;precision;0.7586206897;;
    spsw_har;wrist;;gait sequences;recall;0.8301886792;;
    spsw_har;wrist;;recordings;recordings;1;;
    spsw_har;wrist;;recordings;without analysis;0;;
    spsw_har;wrist;;walking bouts;F1;0.5978835979;0.5978835979;0.5978835979
    spsw_har;wrist;;walking bouts;precision;1;;
    spsw_har;wrist;;walking bouts;recall;0.4264150943;;
    voisard_ipol;;;cadence;MAE;2.965321856;2.965321856;4.144757976
    voisard_ipol;;;cadence;MAPE;2.755573978;;
    voisard_ipol;;;cadence;SD;2.889440402;;
    voisard_ipol;;;cadence;bias;2.965321856;;
    voisard_ipol;;;final contacts;±0.1 s F1;0.9145299145;;
    voisard_ipol;;;final contacts;±0.1 s precision;0.9385964912;;
    voisard_ipol;;;final contacts;±0.1 s recall;0.8916666667;;
    voisard_ipol;;;final contacts;±0.25 s MAE;42.64732143;;
    voisard_ipol;;;final contacts;±0.25 s bias;19.19732143;;
    voisard_ipol;;;gait sequences;F1;0.9704709877;0.9704709356;0.9704316972
    voisard_ipol;;;gait sequences;precision;0.9426358813;;
    voisard_ipol;;;gait sequences;recall;1;;
    voisard_ipol;;;initial contacts;false contacts while standing;9.118541033;;
    voisard_ipol;;;initial contacts;true contacts;118;;
    voisard_ipol;;;initial contacts;true contacts in gaps;2;;
    voisard_ipol;;;initial contacts;±0.05 s F1;0.625;0.6251128551;0.6115702479
    voisard_ipol;;;initial contacts;±0.05 s MAE;21.75333333;;
    voisard_ipol;;;initial contacts;±0.05 s SD;25.9378745;;
    voisard_ipol;;;initial contacts;±0.05 s bias;-1.446666667;;
    voisard_ipol;;;initial contacts;±0.05 s precision;0.6147540984;;
    voisard_ipol;;;initial contacts;±0.05 s recall;0.6355932203;;
    voisard_ipol;;;initial contacts;±0.1 s F1;0.8666666667;0.8665879575;0.8571428571
    voisard_ipol;;;initial contacts;±0.1 s MAE;35.58365385;;
    voisard_ipol;;;initial contacts;±0.1 s SD;43.16413901;;
    voisard_ipol;;;initial contacts;±0.1 s bias;10.53557692;;
    voisard_ipol;;;initial contacts;±0.1 s precision;0.8524590164;;
    voisard_ipol;;;initial contacts;±0.1 s recall;0.8813559322;;
    voisard_ipol;;;initial contacts;±0.25 s F1;0.9416666667;0.9416626155;0.9411764706
    voisard_ipol;;;initial contacts;±0.25 s MAE;42.52300885;;
    voisard_ipol;;;initial contacts;±0.25 s SD;52.37128314;;
    voisard_ipol;;;initial contacts;±0.25 s bias;17.53185841;;
    voisard_ipol;;;initial contacts;±0.25 s precision;0.9262295082;;
    voisard_ipol;;;initial contacts;±0.25 s recall;0.9576271186;;
    voisard_ipol;;;initial contacts;±0.5 s F1;0.9416666667;0.9416626155;0.9411764706
    voisard_ipol;;;initial contacts;±0.5 s MAE;42.52300885;;
    voisard_ipol;;;initial contacts;±0.5 s SD;52.37128314;;
    voisard_ipol;;;initial contacts;±0.5 s bias;17.53185841;;
    voisard_ipol;;;initial contacts;±0.5 s precision;0.9262295082;;
    voisard_ipol;;;initial contacts;±0.5 s recall;0.9576271186;;
    voisard_ipol;;;laterality;labelled contacts;85;;
    voisard_ipol;;;laterality;right change of foot;0.8658536585;;
    voisard_ipol;;;laterality;right foot;0.9294117647;0.929197995;0.9285714286
    voisard_ipol;;;phases;double support MAE;1.301046241;1.301046241;1.564439089
    voisard_ipol;;;phases;double support SD;0.7801296843;;
    voisard_ipol;;;phases;double support bias;1.301046241;;
    voisard_ipol;;;phases;double support straight, from events, MAE;2.655728499;;
    voisard_ipol;;;phases;double support straight, from events, bias;1.662247697;;
    voisard_ipol;;;phases;double support true mean;21.69895376;;
    voisard_ipol;;;phases;stance MAE;4.374833521;4.374833521;5.310868054
    voisard_ipol;;;phases;stance SD;5.50316688;;
    voisard_ipol;;;phases;stance bias;-3.010651959;;
    voisard_ipol;;;phases;stance r;-0.9728030453;;
    voisard_ipol;;;phases;stance straight, from events, MAE;5.008563301;;
    voisard_ipol;;;phases;stance straight, from events, bias;-3.754081031;;
    voisard_ipol;;;phases;stance true mean;60.83718038;;
    voisard_ipol;;;phases;stride time MAE;34.28001374;34.28001374;45.43131868
    voisard_ipol;;;phases;stride time SD;24.28994114;;
    voisard_ipol;;;phases;stride time bias;34.28001374;;
    voisard_ipol;;;phases;stride time r;0.6874424983;;
    voisard_ipol;;;phases;stride time straight, from events, MAE;50.18628247;;
    voisard_ipol;;;phases;stride time straight, from events, bias;13.59575216;;
    voisard_ipol;;;phases;stride time true mean;1112.589286;;
    voisard_ipol;;;recordings;recordings;4;;
    voisard_ipol;;;recordings;without analysis;0;;
    voisard_ipol;;;speed;10 m leg MAE;0.07289930183;;
    voisard_ipol;;;speed;10 m leg bias;-0.05464822296;;
    voisard_ipol;;;speed;10 m leg r;-0.4563005937;;
    voisard_ipol;;;speed;legs MAE;0.2894255321;0.2894255321;0.291396708
    voisard_ipol;;;speed;legs MAPE;21.604375;;
    voisard_ipol;;;speed;legs SD;0.01076322985;;
    voisard_ipol;;;speed;legs bias;-0.2894255321;;
    voisard_ipol;;;speed;with turn MAE;0.1671491054;;
    voisard_ipol;;;speed;with turn MAPE;13.729375;;
    voisard_ipol;;;speed;with turn SD;0.0088904407;;
    voisard_ipol;;;speed;with turn bias;-0.1671491054;;
    voisard_ipol;;;steps;MAE;3.333333333;3.333333333;5
    voisard_ipol;;;steps;SD;4.303314829;;
    voisard_ipol;;;steps;bias;1.666666667;;
    voisard_ipol;;;steps;counted steps;122;;
    voisard_ipol;;;steps;error of the sum;1.666666667;;
    voisard_ipol;;;steps;median absolute error;3.333333333;;
    voisard_ipol;;;steps;true steps;120;;
    voisard_ipol;;;steps;whole recording MAE;8.333333333;;
    voisard_ipol;;;steps;within 5 %;0.75;;
    voisard_ipol;;;walking bouts;F1;0.9543587403;0.9543586547;0.9542961609
    voisard_ipol;;;walking bouts;precision;0.9543587403;;
    voisard_ipol;;;walking bouts;recall;0.9543587403;;
    """
}
